import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ObjectAction } from '#schemas/metadata/action.ts';
import { refundOrder } from '#schemas/api/orders.ts';
import { grantUserVip } from '#schemas/api/staff.ts';
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
const { label, description = '', version, nameField, fields, actions = [], layouts } = order;
const layout = { objectApiName: 'Order', label, description, version, nameField, fields, actions, ...layouts.list };

/** The list of orders in these states, with what may be done. */
function openOrders(states: string[], offered = actions) {
  const said: string[] = [];
  const led: string[] = [];
  const reply = (): ListReply => ({
    layout: { ...layout, actions: offered },
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
      return { tradeNo: '2026112200001' } as never;
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
      lookups: new LookupStore(api),
      say: (words) => said.push(words),
      goTo: (path) => led.push(path),
      dialog: (name, { row, onDone, onClose }) => (
        <button
          type="button"
          onClick={() => {
            onDone();
            onClose();
          }}
        >
          {name} {row?.id}
        </button>
      ),
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
  return { api, said, led, person: userEvent.setup() };
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

/** The refund with some of its entries changed. */
const changed = (change: Partial<ObjectAction>): ObjectAction[] =>
  actions.map(({ form: _form, confirm: _confirm, when: _when, ...bare }) => ({ ...bare, ...change }));
const { route: _route, bind: _bind, ...noRoute } = changed({})[0] ?? { id: 'refund', label: '退款' };

test('a link of a row leads to its address, from the row itself', async () => {
  const link = '/staff/log?targetId={no}';
  openOrders(['FULFILLED'], [{ ...noRoute, label: '操作日志', link }]);
  const there = await screen.findByRole('link', { name: '操作日志' });
  expect(there.getAttribute('href')).toBe('#/staff/log?targetId=NO1');
});

test('a list says below its name what it is', async () => {
  openOrders(['PAID']);
  expect(await screen.findByText('用户购买或兑换 SVIP 与鲸币的订单')).toBeDefined();
});

test('actions of the list are among its tools, and offered where the list is empty', async () => {
  const { led, person } = openOrders(
    [],
    [{ ...noRoute, label: '查看商品', of: 'list', link: '/vip', tone: 'primary' }],
  );
  expect((await screen.findByRole('link', { name: '查看商品' })).getAttribute('href')).toBe('#/vip');
  await person.click(await screen.findByRole('button', { name: '查看商品' }));
  expect(led).toEqual(['/vip']);
});

test('an action of the list is on no row', async () => {
  openOrders(['FULFILLED', 'PAID'], [{ ...noRoute, label: '查看商品', of: 'list', link: '/vip' }]);
  await screen.findByText('NO2');
  expect(screen.getAllByText('查看商品')).toHaveLength(1);
});

test('a dialog of the product is given the row, and the list is read again when it is done', async () => {
  const { api, said, person } = openOrders(['FULFILLED'], [{ ...noRoute, dialog: 'evidence', done: '已处理' }]);
  await person.click(await screen.findByRole('button', { name: '退款' }));
  const before = api.callsOf(listRecords).length;
  await person.click(await screen.findByRole('button', { name: 'evidence 1' }));
  expect(screen.queryByRole('button', { name: 'evidence 1' })).toBeNull();
  expect(said).toEqual(['已处理']);
  await waitFor(() => expect(api.callsOf(listRecords).length).toBe(before + 1));
});

test('what an action gave is shown to be copied, until the dialog is closed', async () => {
  const { said, person } = openOrders(
    ['FULFILLED'],
    changed({ fixed: { reason: '核对' }, shows: 'tradeNo', done: '请在支付平台核对' }),
  );
  await person.click(await screen.findByRole('button', { name: '退款' }));
  const dialog = await screen.findByRole('dialog', { name: '退款 NO1' });
  expect(dialog.textContent).toContain('请在支付平台核对');
  expect(within(dialog).getByText('2026112200001')).toBeTruthy();
  await person.click(within(dialog).getByRole('button', { name: '复制' }));
  expect(await navigator.clipboard.readText()).toBe('2026112200001');
  await person.click(within(dialog).getByRole('button', { name: '关闭' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(said).toEqual([]);
});

test('what is tried again after a failure has the key of the first try, and another row has another', async () => {
  const route = 'POST /api/staff/users/{uid}/vip';
  const gift = changed({ route, bind: { uid: 'no' }, fixed: { days: 7, reason: '补偿' }, confirm: '赠送 7 天' });
  const { api, person } = openOrders(['FULFILLED', 'FULFILLED'], gift);
  let tries = 0;
  api.on(grantUserVip, () => {
    tries += 1;
    if (tries === 1) throw refusal('UNAVAILABLE');
    return {} as never;
  });
  for (const index of [0, 1]) {
    const buttons = await screen.findAllByRole('button', { name: '退款' });
    await person.click(buttons[index] as HTMLElement);
    const dialog = await screen.findByRole('dialog');
    const send = within(dialog).getByRole('button', { name: '确认退款' });
    await person.click(send);
    if (index === 0) {
      await within(dialog).findByRole('alert');
      await person.click(send);
    }
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
  const keys = api.callsOf(grantUserVip).map((body) => (body as { clientKey: string }).clientKey);
  expect(keys[0]).toMatch(/^[A-Za-z0-9_-]{8,64}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

test('two actions that have no room side by side are behind one button', async () => {
  const named = (label: string) => ({ ...noRoute, id: label.length > 4 ? 'long' : 'short', label, link: '/vip' });
  const { led, person } = openOrders(['FULFILLED'], [named('查看操作日志'), named('查看商品')]);
  await person.click(await screen.findByRole('button', { name: '操作…' }));
  await person.click(await screen.findByRole('menuitem', { name: '查看商品' }));
  expect(led).toEqual(['/vip']);
});

test('on phones the actions are beside the name and the first column', async () => {
  const phone = { matches: true, addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal('matchMedia', () => phone);
  openOrders(['FULFILLED']);
  await screen.findByRole('button', { name: '退款' });
  const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(heads.slice(heads.indexOf('订单号'), heads.indexOf('操作') + 1)).toEqual(['订单号', '商品', '操作']);
  vi.unstubAllGlobals();
});
