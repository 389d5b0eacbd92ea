import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Balance, LedgerPage, VipInfo } from '#schemas/api/coins.ts';
import type { Offers, Order } from '#schemas/api/orders.ts';
import type { Profile } from '#schemas/api/session.ts';
import type { RecordReply } from '#schemas/api/records.ts';
import { type AlipayNetwork, openAlipayNetwork } from '#tests/support/wallet/alipay-network.ts';
import { type CoinWorld, NO_FAULTS, openCoinWorld } from '#tests/support/wallet/coin-world.ts';
import { codeOf } from '#tests/support/app/test-app.ts';
import { DAY_MS, MINUTE_MS } from '#shared/time/durations.ts';

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

const paid = async (who: 'investor' | 'founder' | 'member' | 'organisation', name: string): Promise<Order> => {
  const order = await world.payingOrder(who, name);
  const notice = network.notification(order.no, { total_amount: order.price });
  expect(await world.notify(notice)).toEqual({ status: 200, text: 'success' });
  return order;
};
const listed = async (no: string) => (await world.records('Order', { field: 'no', op: 'eq', value: no }))[0];

describe('what is for sale', () => {
  it('is what staff keep as products, in their order, and who takes the money', async () => {
    const { data } = await world.get<Offers>('member', '/api/orders/offers');
    expect(data.list.map(({ name }) => name)).toEqual([
      'SVIP 月度会员',
      'SVIP 季度会员',
      'SVIP 年度会员',
      '60 鲸币',
      '300 鲸币',
      '600 鲸币',
    ]);
    expect(data.list[1]).toMatchObject({
      kind: 'svip',
      svipDays: 90,
      price: '798.00',
      originalPrice: '894.00',
      badge: '推荐',
    });
    expect(data.payment).toEqual({ name: 'alipay', label: '支付宝' });
  });

  it('changes with the product, while an order keeps what it was placed for', async () => {
    const { productId } = await world.offer('600 鲸币');
    const before = (await world.post<Order>('founder', '/api/orders', { productId })).data;
    const path = `/api/metadata/data/Product/${productId}`;
    const { data } = await world.get<RecordReply>('staff', path);
    const values = { price: { num: '99.9', currency: 'CNY' }, coins: 700 };
    expect((await world.post('staff', path, { version: data.record['version'], values })).code).toBe(0);
    expect(await world.offer('600 鲸币')).toMatchObject({ price: '99.90', coins: 700 });
    const kept = (await world.get<Order>('founder', `/api/orders/${before.no}`)).data;
    expect(kept).toMatchObject({ price: '138.00', product: { coins: 600 }, state: 'CREATED' });
    const again = await world.get<RecordReply>('staff', path);
    await world.post('staff', path, { version: again.data.record['version'], values: { onSale: false } });
    const refused = await world.post('founder', '/api/orders', { productId });
    expect(refused).toMatchObject({ code: codeOf('UNKNOWN_RECORD'), msg: '商品已停售' });
    await world.post('founder', `/api/orders/${before.no}/cancel`, undefined);
  });

  it('is no list that people who do not keep it can open', async () => {
    const body = { objectApiName: 'Product' };
    expect((await world.post('member', '/api/metadata/data/getLayoutAndDataList', body)).code).toBe(
      codeOf('FORBIDDEN'),
    );
  });
});

describe('an order', () => {
  it('gives coins when it is paid, and the ledger says so', async () => {
    const order = await paid('investor', '60 鲸币');
    expect(order.no).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/);
    expect((await world.get<Balance>('investor', '/api/user/balance')).data).toEqual({ balance: 60, os: 60 });
    const { data } = await world.get<LedgerPage>('investor', '/api/coins/ledger');
    expect(data.list[0]).toMatchObject({ label: '充值', amount: 60, balance: 60, note: '60 鲸币' });
    expect((await world.get<Order>('investor', `/api/orders/${order.no}`)).data.state).toBe('FULFILLED');
  });

  it('makes SVIP at once, for its days, and again behind them', async () => {
    expect((await world.get<Profile>('member', '/api/rong/user/profile/v2')).data.vipType).toBe(0);
    await paid('member', 'SVIP 月度会员');
    expect((await world.get<Profile>('member', '/api/rong/user/profile/v2')).data.vipType).toBe(3);
    await paid('member', 'SVIP 季度会员');
    const { data } = await world.get<VipInfo>('member', '/api/rong/user/vip');
    expect(data.type).toBe(3);
    expect(data.until).toBe('2027-03-21T04:00:00.000Z');
    expect(data.periods.map(({ starts, source }) => [starts, source])).toEqual([
      ['2026-12-21T04:00:00.000Z', 'order'],
      ['2026-11-21T04:00:00.000Z', 'order'],
    ]);
  });

  it('names a page of the provider with its amount, its end and our addresses', async () => {
    const { productId } = await world.offer('SVIP 月度会员');
    const { data } = await world.post<Order>('investor', '/api/orders', { productId });
    const pay = (device: string) =>
      world.post<{ payUrl: string }>('investor', `/api/orders/${data.no}/pay`, { device });
    const url = new URL((await pay('desktop')).data.payUrl);
    expect(url.origin).toBe(new URL(network.settings.gateway ?? '').origin);
    const asked = Object.fromEntries(url.searchParams);
    expect(asked).toMatchObject({
      app_id: network.settings.appId,
      method: 'alipay.trade.page.pay',
      sign_type: 'RSA2',
      notify_url: 'https://jingtu.example/api/payment/notify/alipay',
      return_url: `https://jingtu.example/#/orders?no=${data.no}`,
    });
    expect(JSON.parse(asked['biz_content'] ?? '')).toEqual({
      out_trade_no: data.no,
      subject: 'SVIP 月度会员',
      total_amount: '298.00',
      product_code: 'FAST_INSTANT_TRADE_PAY',
      time_expire: '2026-11-21 12:30:00',
    });
    expect(new URL((await pay('mobile')).data.payUrl).searchParams.get('method')).toBe('alipay.trade.wap.pay');
    expect((await world.get<Order>('investor', `/api/orders/${data.no}`)).data.state).toBe('PAYING');
    await world.post('investor', `/api/orders/${data.no}/cancel`, undefined);
    expect((await pay('desktop')).code).toBe(codeOf('CONFLICT'));
  });

  it('is no other user’s to see, to pay or to cancel, in the same words as one that is none', async () => {
    const order = await world.payingOrder('investor', '60 鲸币');
    for (const no of [order.no, '0123456789ABCDEF']) {
      const answers = [
        await world.get('founder', `/api/orders/${no}`),
        await world.post('founder', `/api/orders/${no}/cancel`, undefined),
        await world.post('founder', `/api/orders/${no}/pay`, { device: 'desktop' }),
      ];
      for (const { code, msg } of answers)
        expect({ code, msg }).toEqual({ code: codeOf('UNKNOWN_RECORD'), msg: '订单不存在' });
    }
    const own = { field: 'no', op: 'eq', value: order.no };
    expect(await world.records('MyOrder', own, 'founder')).toEqual([]);
    expect(await world.records('MyOrder', own, 'staff')).toEqual([]);
    const [shown] = await world.records('MyOrder', own, 'investor');
    expect(shown).toMatchObject({ state: 'PAYING', closesAt: order.closesAt });
    expect((await world.get('founder', `/api/metadata/data/MyOrder/${shown?.id}`)).code).toBe(codeOf('UNKNOWN_RECORD'));
    await world.post('investor', `/api/orders/${order.no}/cancel`, undefined);
  });

  it('closes when half an hour has gone by, and is not paid for then', async () => {
    const order = await world.payingOrder('organisation', '60 鲸币');
    expect(order.closesAt).toBe('2026-11-21T04:30:00.000Z');
    world.pass(30 * MINUTE_MS - 1);
    expect((await world.get<Order>('organisation', `/api/orders/${order.no}`)).data.state).toBe('PAYING');
    world.pass(1);
    expect((await world.get<Order>('organisation', `/api/orders/${order.no}`)).data).toMatchObject({
      state: 'CLOSED',
      closesAt: null,
    });
    expect((await world.post('organisation', `/api/orders/${order.no}/cancel`, undefined)).code).toBe(
      codeOf('CONFLICT'),
    );
  });

  it('is not sold to a user who has SVIP without an end', async () => {
    const { productId } = await world.offer('SVIP 月度会员');
    const refused = await world.post('svip', '/api/orders', { productId });
    expect(refused).toMatchObject({ code: codeOf('CONFLICT'), msg: '您的 SVIP 长期有效，无需购买' });
  });

  it('is one of ten that may wait for their money', async () => {
    const { productId } = await world.offer('60 鲸币');
    for (let count = 0; count < 10; count += 1)
      expect((await world.post('founder', '/api/orders', { productId })).code).toBe(0);
    expect((await world.post('founder', '/api/orders', { productId })).code).toBe(codeOf('TOO_MANY_REQUESTS'));
  });
});

describe('staff', () => {
  const refund = (no: string) => world.post('staff', `/api/staff/orders/${no}/refund`, { reason: '用户申请' });

  it('find orders by person, provider and state', async () => {
    const person = await world.accountOf('investor');
    const filter = [
      { field: 'person', op: 'in', value: [person] },
      { field: 'state', op: 'in', value: ['FULFILLED'] },
      { field: 'provider', op: 'in', value: ['alipay'] },
    ];
    const found = await world.records('Order', { and: filter });
    expect(found.length).toBeGreaterThan(0);
    for (const order of found)
      expect(order).toMatchObject({ person: { id: person }, state: 'FULFILLED', provider: 'alipay', moneyDue: false });
  });

  it('take coins back with the money, once', async () => {
    const order = await paid('organisation', '300 鲸币');
    network.trades.set(order.no, { trade_no: `T${order.no}`, total_amount: '78.00', trade_status: 'TRADE_SUCCESS' });
    expect((await refund(order.no)).code).toBe(0);
    expect(await listed(order.no)).toMatchObject({ state: 'REFUNDED', moneyDue: false, refundReason: '用户申请' });
    expect((await world.get<Balance>('organisation', '/api/user/balance')).data.balance).toBe(0);
    expect(network.refunds).toEqual([{ orderNo: order.no, requestNo: order.no, amount: '78.00' }]);
    expect((await refund(order.no)).code).toBe(codeOf('CONFLICT'));
    expect(network.refunds).toHaveLength(1);
  });

  it('are shown when the coins are spent, and nothing is taken', async () => {
    const order = await paid('organisation', '60 鲸币');
    const { spendCoins } = await import('#server/platform/coins/ledger.ts');
    const accountId = await world.accountOf('organisation');
    const spent = { accountId, amount: 50, key: 'spent', note: '', target: { kind: 'contact', id: '1' } };
    await world.services.database.db.transaction().execute((trx) => spendCoins(trx, spent, new Date(0)));
    const refused = await refund(order.no);
    expect(refused).toMatchObject({
      code: codeOf('COINS_SHORT'),
      msg: '用户余额 10 鲸币，不足以收回订单的 60 鲸币，不能退款',
      data: { balance: 10, price: 60 },
    });
    expect(await listed(order.no)).toMatchObject({ state: 'FULFILLED' });
  });

  it('shorten SVIP by the days of the order that are left', async () => {
    const first = await paid('investor', 'SVIP 月度会员');
    await paid('investor', 'SVIP 季度会员');
    network.trades.set(first.no, { trade_no: `T${first.no}`, total_amount: '298.00', trade_status: 'TRADE_SUCCESS' });
    const before = (await world.get<VipInfo>('investor', '/api/rong/user/vip')).data.until ?? '';
    world.pass(10 * DAY_MS);
    expect((await refund(first.no)).code).toBe(0);
    const after = (await world.get<VipInfo>('investor', '/api/rong/user/vip')).data.until ?? '';
    expect((Date.parse(before) - Date.parse(after)) / DAY_MS).toBe(20);
  });

  it('see that money is due when the provider does not answer', async () => {
    const order = await paid('organisation', '300 鲸币');
    network.isDown = true;
    expect((await refund(order.no)).code).toBe(0);
    expect(await listed(order.no)).toMatchObject({ state: 'REFUNDED', moneyDue: true });
    network.isDown = false;
  });

  it('leave a line in the audit log of each refund', async () => {
    const entries = await world.services.database.db
      .selectFrom('audit_log')
      .select(['action', 'actor_name', 'reason'])
      .where('action', '=', 'order.refunded')
      .execute();
    expect(entries.length).toBe(3);
    for (const entry of entries) expect(entry).toMatchObject({ actor_name: '示例运营', reason: '用户申请' });
  });
});

describe('where no provider is configured', () => {
  it('only codes are taken, and it is said so', async () => {
    const plain = await openCoinWorld();
    const { data } = await plain.get<Offers>('member', '/api/orders/offers');
    expect(data.payment).toBeNull();
    const refused = await plain.post('member', '/api/orders', { productId: data.list[0]?.productId });
    expect(refused).toMatchObject({ code: codeOf('INVALID_BODY'), msg: '尚未开通在线支付，请使用兑换码' });
    expect((await plain.notify({ x: '1' })).status).toBe(404);
    await plain.close();
  });
});

it('all of this buying leaves everything as it must be', async () => {
  expect(await world.faults()).toEqual(NO_FAULTS);
});
