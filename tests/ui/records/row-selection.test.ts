import { expect, test } from 'vitest';
import { RowSelection } from '#client/features/records/list/row-selection.ts';

test('rows are picked one by one, by range, and let go again', () => {
  const selection = new RowSelection();
  expect([selection.isEmpty, selection.scope]).toEqual([true, { ids: [] }]);
  selection.toggle('1');
  selection.range(['2', '3', '4']);
  selection.range(['3'], false);
  selection.toggle('1');
  expect([selection.scope, selection.size(undefined), selection.has('2')]).toEqual([{ ids: ['2', '4'] }, 2, true]);
  selection.clear();
  expect(selection.isEmpty).toBe(true);
});

test('all that match are picked, also those never seen, except the ones let go', () => {
  const selection = new RowSelection();
  selection.toggle('1');
  selection.all();
  expect([selection.has('1'), selection.has('99999'), selection.isEmpty]).toEqual([true, true, false]);
  selection.toggle('7');
  selection.range(['8', '9'], false);
  selection.toggle('8');
  expect([selection.scope, selection.excepted]).toEqual([{ except: ['7', '9'] }, 2]);
  expect([selection.size(100), selection.size(undefined)]).toEqual([98, undefined]);
});
