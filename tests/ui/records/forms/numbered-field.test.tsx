import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { openScreen } from '#tests/support/ui/screen.ts';
import { sampleObject } from '#tests/support/metadata/sample-object.ts';
import { FakeServer } from './fake-server.ts';
import { control, openForm, saveButton } from './open-form.tsx';

beforeEach(() => openScreen());
afterEach(cleanup);

const NAME: FieldDefinition = { apiName: 'name', type: 'text', label: '名称' };
const NUMBER: FieldDefinition = {
  apiName: 'no',
  type: 'text',
  label: '合同号',
  config: { autoNumber: { prefix: 'HT-', digits: 4 } },
};

function serverOf(record?: Record<string, unknown>): FakeServer {
  const server = new FakeServer();
  const object = sampleObject([NAME, NUMBER]);
  const form = { sections: [{ label: '全部', fields: ['name', 'no'] }] };
  server.definition = { ...object, layouts: { ...object.layouts, form } };
  server.record = record;
  return server;
}

test('a number says that it is given with the save, and is not sent', async () => {
  const server = serverOf();
  await openForm({ server });
  expect(screen.getByRole('note', { name: '合同号' }).textContent).toBe('保存后自动编号');
  fireEvent.change(control('名称'), { target: { value: '甲' } });
  fireEvent.click(saveButton());
  await waitFor(() => expect(server.writes).toHaveLength(1));
  expect(server.writes[0]?.body['values']).toEqual({ name: '甲' });
});

test('a number that was given is shown and cannot be changed', async () => {
  await openForm({ id: '9', server: serverOf({ name: '甲', no: 'HT-0007' }) });
  await waitFor(() => expect(screen.getByRole('note', { name: '合同号' }).textContent).toBe('HT-0007'));
});
