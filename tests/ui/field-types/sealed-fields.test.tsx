// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { listColumns } from '#generators/columns.ts';
import { filterFields } from '#generators/filters.ts';
import { SealedValue } from '#client/features/records/details/sealed-value.tsx';
import { FakeServer } from '#tests/ui/records/forms/fake-server.ts';
import { FINANCING } from '#tests/ui/records/forms/financing.ts';
import { control, MemoryStorage, nameControl, openForm, type } from '#tests/ui/records/forms/open-form.tsx';

afterEach(cleanup);

const isPhone = ({ type: kind }: FieldDefinition) => kind === 'phone';
const phone = FINANCING.fields.find(isPhone) as FieldDefinition;
const sealed = (more: FieldDefinition['config'] = {}) => {
  const server = new FakeServer();
  const fields = FINANCING.fields.map((field) =>
    isPhone(field) ? { ...field, config: { ...field.config, sealed: true, ...more } } : field,
  );
  server.definition = { ...FINANCING, fields };
  return server;
};

describe('a sealed field', () => {
  test('says in the form who will see it, where the control leads assistive technology', async () => {
    await openForm({ server: sealed() });
    const note = document.getElementById(control(phone.label).getAttribute('aria-describedby') ?? '');
    expect(note?.textContent).toContain('加密保存，仅本人与审核人员可见');
  });

  test('says less where more people may see it', async () => {
    await openForm({ server: sealed({ visibleTo: ['svip'] }) });
    const note = document.getElementById(control(phone.label).getAttribute('aria-describedby') ?? '');
    expect(note?.textContent).toContain('加密保存');
    expect(note?.textContent).not.toContain('仅本人');
  });

  test('is in no draft that the browser keeps', async () => {
    const storage = new MemoryStorage();
    const { view } = await openForm({ server: sealed(), storage });
    type(control(phone.label), '+8619900000731');
    type(nameControl(), '写到一半的项目');
    view.unmount();
    await waitFor(() => expect([...storage.entries.values()].join()).toContain('写到一半的项目'));
    expect([...storage.entries.values()].join()).not.toContain('19900000731');
  });

  test('is no column and no filter of a list', () => {
    const { fields } = sealed().definition;
    const source = { fields, columns: [phone.apiName], filters: [phone.apiName], nameField: 'name' };
    expect(listColumns(source).some(({ field }) => isPhone(field))).toBe(false);
    expect(filterFields(source).some(({ field }) => isPhone(field))).toBe(false);
  });

  test('offers no membership where it is closed', () => {
    render(<SealedValue />);
    expect(screen.getByText('仅本人与审核人员可见')).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });
});
