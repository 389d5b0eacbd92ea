import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Order } from '#schemas/api/orders.ts';
import { reconcile, type ReconciliationReport } from '#server/features/wallet/orders/reconciliation.ts';
import { type AlipayNetwork, openAlipayNetwork } from '#tests/support/wallet/alipay-network.ts';
import { type CoinWorld, NO_FAULTS, openCoinWorld } from '#tests/support/wallet/coin-world.ts';
import { TEST_NOW } from '#tests/support/app/test-app.ts';

let network: AlipayNetwork;
let world: CoinWorld;

/** When the test began: what was placed before is not asked about, unless its end is not known. */
let began: Date;

beforeAll(async () => {
  network = await openAlipayNetwork();
  world = await openCoinWorld(network.gateway);
});
afterAll(async () => {
  await world.close();
  await network.close();
});
beforeEach(async () => {
  network.trades.clear();
  network.refunds.length = 0;
  world.pass(3600_000);
  began = world.services.now();
  // Closes what the test before left open.
  await run();
});

const run = (since = began): Promise<ReconciliationReport> => {
  const { database, changes, hints, now } = world.services;
  return reconcile({ db: database.db, changes, hints, now, payment: network.gateway }, since);
};
const place = (): Promise<Order> => world.payingOrder('investor', '60 鲸币');
const trade = ({ no }: Order, trade_status: string, total_amount = '18.00') =>
  network.trades.set(no, { trade_no: `T${no}`, total_amount, trade_status });
const stateOf = async ({ no }: Order) =>
  (await world.records('Order', { field: 'no', op: 'eq', value: no }))[0]?.['state'];

describe('the reconciliation with the payment provider', () => {
  it('gives what was paid and never heard of, once', async () => {
    const placed = await place();
    trade(placed, 'TRADE_SUCCESS');
    expect(await run()).toEqual({
      asked: 1,
      differences: [{ no: placed.no, message: '支付平台已收款，已补发', isSettled: true }],
    });
    expect(await stateOf(placed)).toBe('FULFILLED');
    expect(await run()).toEqual({ asked: 0, differences: [] });
  });

  it('gives it also for an order that closed before the money came, if it is not too old', async () => {
    const placed = await place();
    await world.post('investor', `/api/orders/${placed.no}/cancel`, undefined);
    trade(placed, 'TRADE_SUCCESS');
    expect((await run(new Date(began.getTime() + 1))).asked).toBe(0);
    expect((await run()).differences).toMatchObject([{ no: placed.no, isSettled: true }]);
    expect(await stateOf(placed)).toBe('FULFILLED');
  });

  it('closes what the provider closed, and what is over; leaves what may still be paid', async () => {
    const [closed, waiting, unknown] = [await place(), await place(), await place()];
    trade(closed, 'TRADE_CLOSED');
    trade(waiting, 'WAIT_BUYER_PAY');
    const report = await run();
    expect(report.asked).toBe(3);
    expect(report.differences).toEqual([{ no: closed.no, message: '支付平台已关闭交易，订单已关闭', isSettled: true }]);
    expect([await stateOf(closed), await stateOf(waiting), await stateOf(unknown)]).toEqual([
      'CLOSED',
      'PAYING',
      'PAYING',
    ]);
    world.pass(30 * 60_000);
    expect((await run()).differences).toEqual([]);
    expect([await stateOf(waiting), await stateOf(unknown)]).toEqual(['CLOSED', 'CLOSED']);
  });

  it('leaves to people what it must not decide: another amount, no answer', async () => {
    const [odd, silent] = [await place(), await place()];
    trade(odd, 'TRADE_SUCCESS', '1.00');
    expect((await run()).differences).toEqual([{ no: odd.no, message: '通知的金额与订单不符', isSettled: false }]);
    network.isDown = true;
    const { differences } = await run();
    network.isDown = false;
    expect(differences.map(({ no, isSettled }) => [no, isSettled])).toEqual([
      [odd.no, false],
      [silent.no, false],
    ]);
    for (const { message } of differences) expect(message).toMatch(/^支付平台未能答复/);
    expect([await stateOf(odd), await stateOf(silent)]).toEqual(['PAYING', 'PAYING']);
  });

  it('gives money back that was due, by the request that was made before', async () => {
    const placed = await place();
    trade(placed, 'TRADE_SUCCESS');
    await run();
    network.isDown = true;
    await world.post('staff', `/api/staff/orders/${placed.no}/refund`, { reason: '用户申请' });
    expect((await run()).differences).toMatchObject([{ no: placed.no, isSettled: false }]);
    network.isDown = false;
    expect((await run()).differences).toEqual([{ no: placed.no, message: '退款此前未完成，已补退', isSettled: true }]);
    expect(network.refunds).toEqual([{ orderNo: placed.no, requestNo: placed.no, amount: '18.00' }]);
    expect(await run()).toEqual({ asked: 0, differences: [] });
  });

  it('says when a user whose account is closed paid, and staff can give the money back', async () => {
    const placed = await place();
    trade(placed, 'TRADE_SUCCESS');
    const { db } = world.services.database;
    await db.updateTable('account').set({ closed_at: TEST_NOW }).where('username', '=', 'investor').execute();
    const left = [{ no: placed.no, message: '已收款，但账号已注销，请退款', isSettled: false }];
    expect((await run()).differences).toEqual(left);
    expect(await stateOf(placed)).toBe('PAID');
    expect((await run()).differences).toEqual(left);
    await world.post('staff', `/api/staff/orders/${placed.no}/refund`, { reason: '账号已注销' });
    expect(network.refunds).toHaveLength(1);
    expect(await run()).toEqual({ asked: 0, differences: [] });
  });

  it('leaves everything as it must be', async () => {
    expect(await world.faults()).toEqual(NO_FAULTS);
  });
});
