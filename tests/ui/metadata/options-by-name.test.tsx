import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { optionsNamed } from '#client/features/metadata/definition-parts/options-by-name.tsx';
import { buildEditor, openEditor, SavedObjects } from './editor-fixture.tsx';

afterEach(cleanup);

const panel = () => within(document.querySelector<HTMLElement>('.meta-panel') ?? document.body);

test('options of a field are added by their names, several at once', async () => {
  const saved = new SavedObjects();
  saved.change(({ fields }) => fields.push({ apiName: 'way', type: 'select', label: '方式', selectOptions: [] }));
  const deps = buildEditor(saved);
  await openEditor(deps);
  deps.uiState.select({ kind: 'field', apiName: 'way' });
  const box = await panel().findByLabelText('选项名称');
  fireEvent.change(box, { target: { value: '现场、线上，电话' } });
  fireEvent.keyDown(box, { key: 'Enter' });
  const optionsNow = () => deps.editor.definition?.fields.find(({ apiName }) => apiName === 'way')?.selectOptions;
  await waitFor(() => expect(optionsNow()?.map(({ label }) => label)).toEqual(['现场', '线上', '电话']));
  expect(box).toHaveProperty('value', '');
});

test('a text field has no options to be added', async () => {
  const deps = buildEditor(new SavedObjects());
  await openEditor(deps);
  deps.uiState.select({ kind: 'field', apiName: 'city' });
  await panel().findByLabelText(/最大长度/);
  expect(screen.queryByLabelText('选项名称')).toBeNull();
});

test('names that are there already, or are blank, add nothing', () => {
  const known = [{ value: 'a', label: '甲' }];
  expect(optionsNamed('甲,、 乙 \n乙;a', known)).toEqual([{ value: '乙', label: '乙' }]);
});
