import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { FormStore } from '#client/ui/schema-form/form-store.ts';
import { plainForm } from '#client/ui/schema-form/plain-form.ts';
import { SchemaForm } from '#client/ui/schema-form/schema-form.tsx';
import { VisibilityRegistry } from '#client/ui/schema-form/visibility-registry.ts';
import { LOOKUPS } from '#tests/ui/records/forms/fake-server.ts';
import '#tests/ui/records/forms/no-layout.ts';

afterEach(cleanup);

const KIND: FieldDefinition = {
  apiName: 'kind',
  type: 'select',
  label: '类型',
  // So many are searched; a few would be a menu.
  selectOptions: [
    { value: 'text', label: '单行文本' },
    { value: 'date', label: '日期' },
    ...Array.from({ length: 30 }, (_, at) => ({ value: `o${at}`, label: `选项 ${at}` })),
  ],
};

test('what is typed right after a chooser was pressed takes the place of what it holds', async () => {
  const source = { ...plainForm('字段', [KIND]), today: '2026-11-21' };
  const store = new FormStore({ ...source, saved: { kind: 'text' } });
  render(<SchemaForm store={store} lookups={LOOKUPS} idPrefix="chooser" near={new VisibilityRegistry()} />);
  // As a browser does: the press gives the focus, by which the box becomes a chooser, whose press it is not.
  fireEvent.pointerDown(screen.getByLabelText('类型'));
  act(() => screen.getByLabelText('类型').focus());
  const control = document.activeElement as HTMLInputElement;
  expect(control.value).toBe('单行文本');
  expect([control.selectionStart, control.selectionEnd]).toEqual([0, '单行文本'.length]);
  const user = userEvent.setup();
  await user.keyboard('日期');
  await user.click(await screen.findByRole('option', { name: '日期' }));
  expect(store.slot('kind').value).toBe('date');
});

test('what is typed into a chooser of several links stays, is looked for whole, and makes room for all once one is chosen', async () => {
  const field: FieldDefinition = { apiName: 'guests', type: 'multiReference', label: '企业', targetApiName: 'Company' };
  const asked: string[] = [];
  const lookups = {
    ...LOOKUPS,
    searchRecords: (target: string, text: string) => {
      asked.push(text);
      return LOOKUPS.searchRecords(target, text, 99);
    },
  };
  const store = new FormStore({ ...plainForm('活动', [field]), today: '2026-11-21' });
  render(<SchemaForm store={store} lookups={lookups} idPrefix="chooser" near={new VisibilityRegistry()} />);
  // No key waits for the one before, or a busy machine would look for the first letter in between.
  const user = userEvent.setup({ delay: null });
  await user.click(screen.getByLabelText('企业'));
  await user.keyboard('云帆');
  expect(screen.getByRole('combobox')).toHaveProperty('value', '云帆');
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
  expect(asked.filter(Boolean)).toEqual(['云帆']);
  await user.click(screen.getByRole('option', { name: '云帆生物' }));
  expect(await screen.findByRole('option', { name: '青松资本' })).toBeDefined();
  expect(screen.queryByText('没有匹配的记录')).toBeNull();
  expect(store.slot('guests').value).toEqual([{ id: '8', name: '云帆生物' }]);
});
