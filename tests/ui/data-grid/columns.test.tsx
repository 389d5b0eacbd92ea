import { describe, expect, test } from 'vitest';
import { mostRows } from '#client/ui/data-grid/canvas-height.ts';
import { cellAsText, rowsAsText } from '#client/ui/data-grid/copy-rows.ts';
import { moveColumn, type GridColumn } from '#client/ui/data-grid/columns/grid-column.ts';
import { placeColumns, widthOf } from '#client/ui/data-grid/columns/place-columns.ts';

const column = (id: string, pinned = false): GridColumn<{ readonly id: string }> => ({
  id,
  label: id,
  width: 200,
  align: 'start',
  sortable: true,
  pinned,
  cell: () => id,
  text: () => `${id}\n=1`,
});
const COLUMNS = [column('name', true), column('a'), column('b'), column('c')];
const placed = (pinned: readonly string[], room: number) => {
  const { columns, pinnedCount } = placeColumns(COLUMNS, { widths: {}, pinned, room, hasSelectionColumn: true });
  return [columns.map(({ id }) => id).join(''), pinnedCount];
};

describe('columns that stay in place', () => {
  test('are beside the name in their order', () => {
    expect(placed(['c', 'a'], 1440)).toEqual(['namecab', 3]);
  });

  test('never take more than half of the room', () => {
    expect(placed(['c', 'a'], 1000)).toEqual(['namecab', 2]);
    expect(placed(['c', 'a'], 700)).toEqual(['namecab', 1]);
  });

  test('are the name alone on a phone, and that narrow', () => {
    expect(placed(['c', 'a'], 390)).toEqual(['namecab', 1]);
    expect(widthOf(column('name', true), { widths: { name: 400 }, room: 390 })).toBeLessThan(150);
    expect(widthOf(column('a'), { widths: { a: 400 }, room: 390 })).toBe(400);
  });

  test('that are hidden pin nothing', () => {
    expect(placed(['gone'], 1440)).toEqual(['nameabc', 1]);
  });
});

test('a column moves to another place among the others, and never out of them', () => {
  expect(moveColumn(['a', 'b', 'c'], 'a', 1)).toEqual(['b', 'a', 'c']);
  expect(moveColumn(['a', 'b', 'c'], 'a', 9)).toEqual(['b', 'c', 'a']);
  expect(moveColumn(['a', 'b', 'c'], 'c', -1)).toEqual(['c', 'a', 'b']);
});

test('copied text stays in its cell and is no formula', () => {
  expect(rowsAsText([column('a'), column('b')], [{ id: '1' }])).toBe('a\tb\na =1\tb =1');
  expect(['=1+1', '+86 10', '-3.5', '-x', '@a', '1=1'].map(cellAsText)).toEqual([
    "'=1+1",
    "'+86 10",
    '-3.5',
    "'-x",
    "'@a",
    '1=1',
  ]);
});

test('a list higher than a browser can draw ends where it can', () => {
  expect(mostRows(40, 400_000)).toBe(400_000);
  expect(mostRows(40, 5_000_000)).toBe(425_000);
});
