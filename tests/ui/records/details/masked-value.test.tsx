// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { RecordReply } from '#schemas/api/records.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { DetailValue } from '#client/features/records/details/detail-value.tsx';
import { RecordDetailStore } from '#client/features/records/details/record-detail-store.ts';

afterEach(cleanup);

const PHONE = { apiName: 'phone', type: 'phone', label: '手机号', config: { sealed: true } } as const;
const DEFINITION = {
  apiName: 'InvestorAuth',
  nameField: 'phone',
  fields: [PHONE],
  layouts: { detail: { sections: [], related: [] } },
} as unknown as ObjectDefinition;
const REPLY: RecordReply = {
  record: { id: '7', version: 1 },
  locked: ['phone'],
  masked: { phone: '199****0101' },
  editable: true,
};

test('Staff see a sealed value masked, and open it with a reason', async () => {
  const asked: unknown[] = [];
  const api = {
    call: async (route: { path: string }, call: object) => {
      asked.push({ path: route.path, ...call });
      return { value: '19900000101' };
    },
  };
  const catalog = { load: async () => DEFINITION, definition: () => DEFINITION };
  const store = new RecordDetailStore(api as never, catalog as never, 'InvestorAuth', '7', { read: async () => REPLY });
  await store.load();
  const options = { label: (_: unknown, value: string) => value, path: () => [] };
  render(<DetailValue store={store} field={PHONE} options={options as never} onUpgrade={() => undefined} />);
  expect(document.body.textContent).toContain('199****0101');
  fireEvent.click(screen.getByRole('button', { name: '查看完整手机号' }));
  fireEvent.click(screen.getByRole('button', { name: '查看' }));
  expect(asked).toEqual([]);
  fireEvent.change(screen.getByLabelText('原因 *'), { target: { value: '电话核实' } });
  fireEvent.click(await screen.findByRole('button', { name: '查看' }));
  await waitFor(() => expect(document.body.textContent).toContain('19900000101'));
  expect(asked).toEqual([
    {
      path: '/api/staff/records/{objectApiName}/{id}/reveal',
      params: { objectApiName: 'InvestorAuth', id: '7' },
      body: { field: 'phone', reason: '电话核实' },
    },
  ]);
});
