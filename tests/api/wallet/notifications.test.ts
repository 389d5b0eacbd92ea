import { createSign, generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Balance } from '#schemas/api/coins.ts';
import type { Order } from '#schemas/api/orders.ts';
import { createApp } from '#server/app.ts';
import { openDatabase } from '#server/db/database.ts';
import { readProviders } from '#server/platform/providers/providers.ts';
import { shippedObjects, shippedOptionSets } from '#server/core/catalog/shipped.ts';
import { openServices } from '#server/services.ts';
import { fromOwnPage } from '#tests/support/app/from-own-page.ts';
import { type AlipayNetwork, openAlipayNetwork } from '#tests/support/wallet/alipay-network.ts';
import { type CoinWorld, NO_FAULTS, openCoinWorld } from '#tests/support/wallet/coin-world.ts';
import { onPostgres } from '#tests/support/databases/database.ts';
import { codeOf, TEST_NOW } from '#tests/support/app/test-app.ts';

const SUCCESS = { status: 200, text: 'success' };
let network: AlipayNetwork;
let world: CoinWorld;

beforeAll(async () => {
  network = await openAlipayNetwork();
  world = await openCoinWorld(network.gateway);
});
afterAll(async () => {
  await world.close();
  await network.close();
});

const order = (): Promise<Order> => world.payingOrder('investor', '60 鲸币');
const paidNotice = ({ no }: Order, changes = {}) => network.notification(no, { total_amount: '18.00', ...changes });
const balance = async (): Promise<number> => (await world.get<Balance>('investor', '/api/user/balance')).data.balance;
const stateOf = async ({ no }: Order) =>
  (await world.records('Order', { field: 'no', op: 'eq', value: no }))[0]?.['state'];
const audited = async (action: string): Promise<number> => {
  const rows = await world.services.database.db
    .selectFrom('audit_log')
    .select('id')
    .where('action', '=', action)
    .execute();
  return rows.length;
};

describe('a notification of Alipay', () => {
  it('is carried out once, sent 50 times at once and again later', async () => {
    const placed = await order();
    const before = await balance();
    const all = await Promise.all(Array.from({ length: 50 }, () => world.notify(paidNotice(placed))));
    for (const answer of all) expect(answer).toEqual(SUCCESS);
    expect(await world.notify(paidNotice(placed, { trade_status: 'TRADE_FINISHED' }))).toEqual(SUCCESS);
    expect(await balance()).toBe(before + 60);
    expect(await stateOf(placed)).toBe('FULFILLED');
    expect(await audited('order.paid')).toBe(1);
  });

  it.runIf(onPostgres)('is carried out once by two processes on one database', async () => {
    const database = await openDatabase({ ...world.store.address, connections: 6 });
    const shipped = { objects: shippedObjects(), optionSets: shippedOptionSets() };
    const services = await openServices(database, shipped, () => TEST_NOW);
    const other = fromOwnPage(await createApp(services, { providers: { payment: network.gateway } }));
    const placed = await order();
    const before = await balance();
    const payload = new URLSearchParams(paidNotice(placed)).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const there = () => other.inject({ method: 'POST', url: '/api/payment/notify/alipay', headers, payload });
    const all = await Promise.all(
      Array.from({ length: 20 }, async (_, index) =>
        index % 2 === 0 ? (await world.notify(paidNotice(placed))).text : (await there()).body,
      ),
    );
    expect(new Set(all)).toEqual(new Set(['success']));
    expect(await balance()).toBe(before + 60);
    await other.close();
    await database.close();
  });

  it('may come in any order: what is paid stays paid, and late money is taken for what it is', async () => {
    const [late, early] = [await order(), await order()];
    const before = await balance();
    expect(await world.notify(paidNotice(early))).toEqual(SUCCESS);
    for (const trade_status of ['WAIT_BUYER_PAY', 'TRADE_CLOSED'])
      expect(await world.notify(paidNotice(early, { trade_status }))).toEqual(SUCCESS);
    expect(await stateOf(early)).toBe('FULFILLED');
    expect(await world.notify(paidNotice(late, { trade_status: 'TRADE_CLOSED' }))).toEqual(SUCCESS);
    expect(await stateOf(late)).toBe('CLOSED');
    expect(await world.notify(paidNotice(late))).toEqual(SUCCESS);
    expect(await stateOf(late)).toBe('FULFILLED');
    expect(await balance()).toBe(before + 120);
  });

  it('pays an order that its owner cancelled meanwhile', async () => {
    const placed = await order();
    await world.post('investor', `/api/orders/${placed.no}/cancel`, undefined);
    expect(await world.notify(paidNotice(placed))).toEqual(SUCCESS);
    expect(await stateOf(placed)).toBe('FULFILLED');
  });

  it('does nothing for an order that was refunded', async () => {
    const placed = await order();
    await world.notify(paidNotice(placed));
    const before = await balance();
    await world.post('staff', `/api/staff/orders/${placed.no}/refund`, { reason: '用户申请' });
    expect(await world.notify(paidNotice(placed))).toEqual(SUCCESS);
    expect(await stateOf(placed)).toBe('REFUNDED');
    expect(await balance()).toBe(before - 60);
  });

  const FORGED: readonly (readonly [string, (placed: Order) => Record<string, string>])[] = [
    ['without a signature', (placed) => ({ ...paidNotice(placed), sign: '' })],
    ['with another amount than was signed', (placed) => ({ ...paidNotice(placed), total_amount: '0.01' })],
    ['with another order than was signed', (placed) => ({ ...paidNotice(placed), out_trade_no: '0123456789ABCDEF' })],
    ['with a field more than was signed', (placed) => ({ ...paidNotice(placed), more: '1' })],
    ['that says to be signed by an older algorithm', (placed) => ({ ...paidNotice(placed), sign_type: 'RSA' })],
    ['that names no algorithm', (placed) => ({ ...paidNotice(placed), sign_type: '' })],
    [
      'signed with a key that is not Alipay’s',
      (placed) => {
        const { sign: _, sign_type: __, ...body } = paidNotice(placed);
        const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
        const text = Object.keys(body)
          .toSorted()
          .map((name) => `${name}=${body[name]}`)
          .join('&');
        return { ...body, sign_type: 'RSA2', sign: createSign('RSA-SHA256').update(text).sign(privateKey, 'base64') };
      },
    ],
  ];

  it.each(FORGED)('%s is refused', async (_, forge) => {
    const placed = await order();
    const before = await balance();
    const answer = await world.notify(forge(placed));
    expect(answer.status).toBe(422);
    expect(answer.text).not.toContain('success');
    expect(await stateOf(placed)).toBe('PAYING');
    expect(await balance()).toBe(before);
    await world.post('investor', `/api/orders/${placed.no}/cancel`, undefined);
  });

  it('that is forged leaves one line a minute in the audit log, however many come', async () => {
    world.pass(61_000);
    const before = await audited('payment.forged');
    const placed = await order();
    for (let count = 0; count < 10; count += 1) await world.notify({ ...paidNotice(placed), sign: 'x' });
    expect(await audited('payment.forged')).toBe(before + 1);
    await world.post('investor', `/api/orders/${placed.no}/cancel`, undefined);
  });

  it.each([
    ['for another application', { app_id: '2021000000000009' }],
    ['for another merchant', { seller_id: '2088000000000009' }],
    ['of another amount', { total_amount: '0.18' }],
    ['of an amount that is none', { total_amount: '18.00元' }],
    ['in a state that is none', { trade_status: 'PAID' }],
    ['about an order that is not ours', { out_trade_no: '0123456789ABCDEF' }],
  ])('%s is refused though its signature is good, and noted', async (_, changes) => {
    const placed = await order();
    const before = await balance();
    const noted = async () => (await audited('payment.refused')) + (await audited('payment.forged'));
    world.pass(61_000);
    const notedBefore = await noted();
    expect((await world.notify(paidNotice(placed, changes))).status).toBe(422);
    expect(await noted()).toBe(notedBefore + 1);
    expect(await stateOf(placed)).toBe('PAYING');
    expect(await balance()).toBe(before);
    await world.post('investor', `/api/orders/${placed.no}/cancel`, undefined);
  });

  it('of a second payment of one order is refused and noted', async () => {
    const placed = await order();
    await world.notify(paidNotice(placed));
    const before = await balance();
    expect((await world.notify(paidNotice(placed, { trade_no: 'another' }))).status).toBe(422);
    expect(await balance()).toBe(before);
  });

  it('is refused as such when it makes no sense at all', async () => {
    for (const body of [{}, { x: '1' }, { sign: 'x'.repeat(9000), sign_type: 'RSA2' }, { out_trade_no: '\u0000' }])
      expect((await world.notify(body as Record<string, string>)).status).toBe(422);
  });
});

describe('the settings of Alipay', () => {
  const env = () => ({
    ALIPAY_APP_ID: network.settings.appId,
    ALIPAY_PRIVATE_KEY: network.settings.privateKey,
    ALIPAY_PUBLIC_KEY: network.settings.publicKey,
    ALIPAY_SELLER_ID: network.settings.sellerId,
    PUBLIC_ORIGIN: network.settings.publicOrigin,
  });
  const silent = () => undefined;

  it('are taken from the environment, the key with its frame or without and of either encoding', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    for (const type of ['pkcs1', 'pkcs8'] as const)
      for (const key of [
        privateKey.export({ type, format: 'pem' }),
        privateKey.export({ type, format: 'der' }).toString('base64'),
      ]) {
        const { payment } = readProviders({ ...env(), ALIPAY_PRIVATE_KEY: String(key) }, silent);
        const begun = await payment?.begin({ orderNo: 'X', title: 'T', price: '1.00', expiresAt: TEST_NOW }, 'desktop');
        expect(new URL(begun?.payUrl ?? '').searchParams.get('sign')).toMatch(/=$/);
      }
  });

  it('are all there or none: half of them, and a key that is none, keep the server from starting', () => {
    expect(readProviders({ PUBLIC_ORIGIN: 'https://jingtu.example' }, silent).payment).toBeNull();
    expect(() => readProviders({ ...env(), ALIPAY_SELLER_ID: '' }, silent)).toThrow(/ALIPAY_SELLER_ID/);
    expect(() => readProviders({ ...env(), ALIPAY_PRIVATE_KEY: 'bm90IGEga2V5' }, silent)).toThrow(/ALIPAY_PRIVATE_KEY/);
  });

  it('are shown to no user: a notification that is refused says only that it is', async () => {
    const reply = await world.notify({ sign: 'x' });
    expect(JSON.parse(reply.text)).toMatchObject({ code: codeOf('INVALID_BODY'), msg: '通知签名无效' });
  });
});

it('all of these notifications leaves everything as it must be', async () => {
  expect(await world.faults()).toEqual(NO_FAULTS);
});
