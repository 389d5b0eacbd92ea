// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { spy } from 'mobx';
import { afterEach, expect, test } from 'vitest';
import { newObject } from '#tests/support/editing.ts';
import { buildEditor, openEditor, SavedObjects } from './editor-fixture.tsx';

afterEach(cleanup);

test('a key in the form of one field draws the row of that field alone', async () => {
  const server = new SavedObjects();
  const deps = buildEditor(server);
  await openEditor(deps);
  act(() => deps.uiState.select({ kind: 'field', apiName: 'city' }));
  await screen.findByText('字段：城市', { selector: 'bdi' });
  const label = [...document.querySelectorAll<HTMLInputElement>('.meta-panel input')].find(
    (input) => input.value === '城市',
  );
  if (!label) throw new Error('the panel has no input for the label');
  let draws = 0;
  const stop = spy((event) => {
    if (event.type === 'reaction' && event.name === 'observerFieldRow') draws += 1;
  });
  fireEvent.change(label, { target: { value: '所在城市' } });
  stop();
  expect(await screen.findByText('所在城市', { selector: '.meta-table bdi' })).toBeDefined();
  expect(draws).toBe(1);
});

test('a key in the label of a field draws that control alone in its form, whose choices follow once the user rests', async () => {
  const server = new SavedObjects();
  server.definition = newObject('Company', [
    { apiName: 'name', type: 'text', label: '名称', required: true },
    { apiName: 'amount', type: 'currency', label: '合同额' },
  ]);
  const deps = buildEditor(server);
  await openEditor(deps);
  act(() => deps.uiState.select({ kind: 'field', apiName: 'amount' }));
  await screen.findByText('字段：合同额', { selector: 'bdi' });
  let draws = 0;
  const stop = spy((event) => {
    if (event.type === 'reaction' && event.name === 'observerLeafControl') draws += 1;
  });
  fireEvent.change(screen.getByDisplayValue('合同额'), {
    target: { value: '成交额' },
  });
  expect(draws).toBe(1);
  await waitFor(() => expect(draws).toBeGreaterThan(1));
  stop();
});

test.each([
  ['the object', '属性与权限', '企业', ['observerHead', 'observerLimitList']],
  ['a section', '详情布局', '基本信息', ['observerHead', 'observerPartsCard']],
])('a key in the label of %s leaves what is around it as it is drawn', async (_, tab, before, around) => {
  const server = new SavedObjects();
  server.change((definition) => {
    definition.label = '企业';
    definition.layouts.detail.sections = [{ label: '基本信息', fields: ['name'] }];
  });
  const deps = buildEditor(server);
  await openEditor(deps);
  fireEvent.click(screen.getByRole('tab', { name: tab }));
  if (tab === '详情布局') act(() => deps.uiState.select({ kind: 'section', layout: 'detail', index: 0 }));
  const input = await screen.findByDisplayValue(before);
  // A first change makes the draft one that can be saved and taken back, which the head shows.
  fireEvent.change(input, { target: { value: `${before}甲` } });
  const drawn: string[] = [];
  const stop = spy((event) => {
    if (event.type === 'reaction') drawn.push(event.name);
  });
  fireEvent.change(input, { target: { value: `${before}甲乙` } });
  stop();
  expect(drawn.length).toBeGreaterThan(0);
  expect(drawn.filter((name) => around.includes(name))).toEqual([]);
});
