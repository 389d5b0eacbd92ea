import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { FieldTypeName } from '#schemas/metadata/field.ts';
import { buildEditor, openEditor, SavedObjects } from './editor-fixture.tsx';

afterEach(cleanup);

/** The editor with a new field of a type that is filled in as far as it has to be. */
async function beginField(type: FieldTypeName) {
  const deps = buildEditor(new SavedObjects());
  await openEditor(deps);
  act(() => {
    deps.uiState.fillIn({ part: { type, label: '纪要', apiName: 'memo' } });
    deps.uiState.select({ kind: 'newField' });
  });
  const places = within(screen.getByRole('group', { name: '显示在' }));
  const add = () => fireEvent.click(screen.getByRole('button', { name: '添加到草稿' }));
  return { deps, add, filter: places.getByLabelText<HTMLInputElement>('筛选') };
}

test.each<[FieldTypeName, boolean]>([
  ['text', true],
  ['date', true],
  ['longText', false],
  ['file', false],
  ['image', false],
])('a new field of %s is a filter at first: %s', async (type, isFilter) => {
  const { deps, add, filter } = await beginField(type);
  expect(filter.checked).toBe(isFilter);
  add();
  const { list } = deps.editor.definition?.layouts ?? {};
  expect(list?.columns).toContain('memo');
  expect(list?.filters.includes('memo')).toBe(isFilter);
});

test('a field that is seldom filtered by is a filter where staff want it', async () => {
  const { deps, add, filter } = await beginField('longText');
  fireEvent.click(filter);
  add();
  expect(deps.editor.definition?.layouts.list.filters).toContain('memo');
});

test('a numbered field shows that keywords find it, until staff say otherwise', async () => {
  const server = new SavedObjects();
  const autoNumber = { digits: 4 };
  server.change(({ fields }) => (fields[1] = { apiName: 'city', type: 'text', label: '城市', config: { autoNumber } }));
  const deps = buildEditor(server);
  await openEditor(deps);
  const search = screen.getByLabelText<HTMLInputElement>('城市 关键词可搜索');
  expect(search.checked).toBe(true);
  fireEvent.click(search);
  expect(deps.editor.definition?.fields[1]?.config).toEqual({ autoNumber, searchable: false });
  expect(search.checked).toBe(false);
  fireEvent.click(search);
  expect(deps.editor.definition?.fields[1]?.config).toEqual({ autoNumber });
});
