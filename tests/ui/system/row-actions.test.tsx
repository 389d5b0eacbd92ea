import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { refundOrder } from '#schemas/api/orders.ts';
import { countRecords, listRecords, type ListReply } from '#schemas/api/records.ts';
import { shippedObjects } from '#server/core/catalog/shipped.ts';
import { TotalsStore } from '#client/features/records/columns/totals-store.ts';
import { ExportStore } from '#client/features/records/exports/export-store.ts';
import { RecordListPage } from '#client/features/records/list/record-list-page.tsx';
import { RecordListStore } from '#client/features/records/list/record-list-store.ts';
import { SavedViewsStore } from '#client/features/records/views/saved-views-store.ts';
import { ActionStore } from '#client/features/records/actions/action-store.ts';
import { LookupStore } from '#client/lib/lookup-store.ts';
import { FakeApi, refusal } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';

beforeEach(() => openScreen());
afterEach(cleanup);

const order = shippedObjects().find(({ apiName }) => apiName === 'Order');
if (!order) throw new Error('Order does not ship.');
const { label, version, nameField, fields, actions = [], layouts } = order;
const layout = { objectApiName: 'Order', label, version, nameField, fields, actions, ...layouts.list };

/** The list of orders, of which one may be refunded. */
function openOrders(states: string[]) {
  const said: string[] = [];
  const reply = (): ListReply => ({
    layout,
    list: states.map((state, index) => ({ id: String(index + 1), no: `NO${index + 1}`, state })),
    total: states.length,
    totalIsExact: true,
    after: null,
  });
  const api = new FakeApi()
    .on(listRecords, reply)
    .on(countRecords, () => ({ total: states.length, totalIsExact: true }))
    .on(refundOrder, ({ body }) => {
      if (body.reason === '余额不足') throw refusal('COINS_SHORT');
      states[0] = 'REFUNDED';
      return {} as never;
    });
  const store = new RecordListStore(api, 'Order');
  const views = new SavedViewsStore(api, () => false);
  void views.start();
  const tools = {
    views,
    exports: new ExportStore(api, 'Order'),
    totals: new TotalsStore(api),
    actions: new ActionStore({
      api,
      today: '2026-11-20',
      say: (words) => said.push(words),
      onDone: () => void store.reload(),
    }),
  };
  const page = (
    <RecordListPage
      store={store}
      tools={tools}
      lookups={new LookupStore(api)}
      label="订单"
      isCreatable={false}
      isImportable={false}
    />
  );
  const router = createMemoryRouter([{ path: '*', element: page }], { initialEntries: ['/staff/orders'] });
  render(<RouterProvider router={router} />);
  return { api, said, person: userEvent.setup() };
}

test('an order is refunded from its row with a reason, and shows as such', async () => {
  const { api, said, person } = openOrders(['FULFILLED', 'CLOSED']);
  const [button, ...others] = await screen.findAllByRole('button', { name: '退款' });
  expect(others).toEqual([]);
  await person.click(button as HTMLElement);
  const dialog = await screen.findByRole('dialog', { name: '退款 NO1' });
  expect(dialog.textContent).toContain('退款后不能撤回');
  await person.click(within(dialog).getByRole('button', { name: '确认退款' }));
  expect(api.callsOf(refundOrder)).toEqual([]);
  await person.type(within(dialog).getByLabelText(/原因/), '重复购买');
  await person.click(within(dialog).getByRole('button', { name: '确认退款' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.callsOf(refundOrder)).toEqual([{ reason: '重复购买' }]);
  expect(said).toEqual(['已退款']);
  expect(await screen.findByText('已退款')).toBeTruthy();
  expect(screen.queryByRole('button', { name: '退款' })).toBeNull();
});

test('a refusal stays in the dialog with what was typed', async () => {
  const { person } = openOrders(['FULFILLED']);
  await person.click(await screen.findByRole('button', { name: '退款' }));
  const dialog = await screen.findByRole('dialog');
  await person.type(within(dialog).getByLabelText(/原因/), '余额不足');
  await person.click(within(dialog).getByRole('button', { name: '确认退款' }));
  expect((await within(dialog).findByRole('alert')).textContent).toContain('鲸币余额不足');
  expect(within(dialog).getByLabelText<HTMLTextAreaElement>(/原因/).value).toBe('余额不足');
});
