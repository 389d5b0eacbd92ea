import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readBalance, readLedger, readVip, type LedgerLine, type VipInfo } from '#schemas/api/coins.ts';
import {
  payOrder,
  placeOrder,
  readOffers,
  readOrder,
  redeemCode,
  type Offer,
  type Order,
} from '#schemas/api/orders.ts';
import type { Actor } from '#shared/policy/actor.ts';
import { CoinsPage } from '#client/features/wallet/coins-page.tsx';
import { LedgerStore } from '#client/features/wallet/ledger-store.ts';
import { OffersStore } from '#client/features/wallet/offers-store.ts';
import { OrdersFrame } from '#client/features/wallet/orders-frame.tsx';
import { PaymentWatch } from '#client/features/wallet/payment-watch.ts';
import { redeemWith } from '#client/features/wallet/redeem.ts';
import { VipPage } from '#client/features/wallet/vip-page.tsx';
import { ApiFailure } from '#client/lib/api-failure.ts';
import { FakeApi, refusal } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';

beforeEach(() => openScreen());
afterEach(cleanup);

const NO = 'ABCDEFGH01234567';
const offer = (values: Partial<Offer>): Offer => ({
  productId: '1',
  name: 'SVIP 季度会员',
  kind: 'svip',
  coins: 0,
  svipDays: 90,
  price: '798.00',
  originalPrice: '894.00',
  badge: '推荐',
  ...values,
});
const COINS = offer({ productId: '2', name: '300 鲸币', kind: 'coins', coins: 300, svipDays: 0, price: '78.00' });
const order = (values: Partial<Order> = {}): Order => ({
  no: NO,
  product: COINS,
  price: '78.00',
  provider: 'alipay',
  state: 'CREATED',
  createdAt: '2026-11-21T04:00:00.000Z',
  paidAt: null,
  closesAt: '2026-11-21T04:30:00.000Z',
  refundedAt: null,
  refundReason: null,
  ...values,
});
const line = (id: string, amount: number, balance: number, note: string): LedgerLine => ({
  id,
  amount,
  balance,
  note,
  at: '2026-11-20T02:00:00.000Z',
  ...(amount > 0 ? { kind: 'grant', label: '赠送' } : { kind: 'spend', label: '消费' }),
});
const ALIPAY = { name: 'alipay', label: '支付宝' } as const;
const NONE: VipInfo = { type: 0, until: null, periods: [] };
const person = (roles: readonly string[], vipType = 0): Actor => ({ id: '7', name: '示例', roles, vipType });

function server(payment: typeof ALIPAY | null, vip: VipInfo = NONE): FakeApi {
  return new FakeApi()
    .on(readOffers, () => ({ list: [offer({}), COINS], payment }))
    .on(readVip, () => vip)
    .on(readBalance, () => ({ balance: 120, os: 60 }))
    .on(readLedger, ({ query }) =>
      query.after === undefined
        ? { list: [line('9', -60, 120, '查看联系方式')], after: '9' }
        : { list: [line('8', 180, 180, '新用户赠送')], after: null },
    );
}

function openCoins(api: FakeApi) {
  const leaveFor = vi.fn<(address: string) => void>();
  const ledger = new LedgerStore(api);
  const redeem = redeemWith(api, () => void ledger.load());
  const offers = new OffersStore({ api, leaveFor, device: () => 'desktop' });
  render(<CoinsPage ledger={ledger} offers={offers} redeem={redeem} ordersHref="#/orders" />);
  return { user: userEvent.setup(), leaveFor };
}

function openVip(api: FakeApi, who: Actor) {
  const redeemed = vi.fn<(done: Order) => void>();
  const store = new OffersStore({ api, leaveFor: () => undefined, device: () => 'mobile' });
  render(<VipPage store={store} redeem={redeemWith(api, redeemed)} person={who} ordersHref="#/orders" />);
  return { user: userEvent.setup(), redeemed };
}

describe('the page of coins', () => {
  test('says what one has, what it is enough for, and where it came from, page by page', async () => {
    const { user } = openCoins(server(null));
    expect(await screen.findByText('120', { selector: 'strong' })).toBeTruthy();
    expect(screen.getByText(/现有余额可查看 2 次/)).toBeTruthy();
    const first = within((await screen.findAllByRole('row'))[1] as HTMLElement);
    expect(first.getByText('−60')).toBeTruthy();
    expect(first.getByText('查看联系方式')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: '加载更多' }));
    expect(await screen.findByText('+180')).toBeTruthy();
    expect(screen.queryByRole('button', { name: '加载更多' })).toBeNull();
  });

  test('offers nothing to buy where no provider takes payments, and says so', async () => {
    openCoins(server(null));
    expect(await screen.findByText(/尚未开通在线支付，请联系运营人员购买兑换码/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /购买/ })).toBeNull();
    expect(screen.getByRole('button', { name: '使用兑换码' })).toBeTruthy();
  });

  test('asks once before an order is placed, then leaves for the page on which it is paid', async () => {
    const api = server(ALIPAY)
      .on(placeOrder, () => order())
      .on(payOrder, () => ({ payUrl: 'https://pay.example/1' }));
    const { user, leaveFor } = openCoins(api);
    await user.click(await screen.findByRole('button', { name: '购买300 鲸币' }));
    const dialog = within(await screen.findByRole('dialog', { name: '确认订单' }));
    expect(dialog.getByText('¥78')).toBeTruthy();
    expect(api.callsOf(placeOrder)).toEqual([]);
    await user.click(dialog.getByRole('button', { name: '前往支付宝支付' }));
    await waitFor(() => expect(leaveFor).toHaveBeenCalledWith('https://pay.example/1'));
    expect(api.callsOf(placeOrder)).toEqual([{ productId: '2' }]);
    expect(api.callsOf(payOrder)).toEqual([{ device: 'desktop' }]);
  });

  test('says in the dialog why an order did not come about', async () => {
    const api = server(ALIPAY).on(placeOrder, () => {
      throw new ApiFailure(42900, 429, '您有 10 个未支付的订单，请先支付或取消');
    });
    const { user, leaveFor } = openCoins(api);
    await user.click(await screen.findByRole('button', { name: '购买300 鲸币' }));
    await user.click(await screen.findByRole('button', { name: '前往支付宝支付' }));
    expect((await screen.findByRole('alert')).textContent).toContain('您有 10 个未支付的订单');
    expect(leaveFor).not.toHaveBeenCalled();
  });

  test('says that it could not be loaded, with a way to try again', async () => {
    let isDown = true;
    const api = server(null).on(readBalance, () => {
      if (isDown) throw refusal('UNAVAILABLE');
      return { balance: 30, os: 60 };
    });
    const { user } = openCoins(api);
    expect(await screen.findByText('服务暂不可用，请稍后重试')).toBeTruthy();
    isDown = false;
    await user.click(screen.getByRole('button', { name: '重试' }));
    expect(await screen.findByText(/现有余额不足一次/)).toBeTruthy();
  });
});

describe('a redemption code', () => {
  test('that is wrong is said to be so beside it, and stays to be mended', async () => {
    const api = server(null).on(redeemCode, () => {
      throw new ApiFailure(42200, 422, '兑换失败：兑换码不正确，还可以尝试 4 次');
    });
    const { user, redeemed } = openVip(api, person(['ORG_INVESTOR']));
    await user.click(await screen.findByRole('button', { name: '使用兑换码' }));
    const field = await screen.findByRole('textbox', { name: '兑换码' });
    await user.type(field, 'abcd{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe('兑换失败：兑换码不正确，还可以尝试 4 次');
    expect((field as HTMLInputElement).value).toBe('abcd');
    expect(redeemed).not.toHaveBeenCalled();
  });

  test('that is right closes the dialog, is sent once, and is passed on', async () => {
    const done = order({ state: 'FULFILLED', provider: 'code', product: offer({}) });
    const api = server(null).on(redeemCode, () => done);
    const { user, redeemed } = openVip(api, person([]));
    await user.click(await screen.findByRole('button', { name: '使用兑换码' }));
    await user.type(await screen.findByRole('textbox', { name: '兑换码' }), 'B5W5-9D73-ZS8W-4DVT');
    await user.dblClick(screen.getByRole('button', { name: '兑换' }));
    await waitFor(() => expect(redeemed).toHaveBeenCalledWith(done));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.callsOf(redeemCode)).toEqual([{ code: 'B5W5-9D73-ZS8W-4DVT' }]);
  });
});

describe('the page of SVIP', () => {
  const compared = async (who: Actor): Promise<string[][]> => {
    openVip(server(ALIPAY), who);
    const table = within((await screen.findAllByRole('table'))[0] as HTMLElement);
    return table.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent ?? ''));
  };

  test('compares what policy gives an investor with what it gives an SVIP', async () => {
    expect(await compared(person(['ORG_INVESTOR']))).toEqual([
      ['权益', '当前权益', 'SVIP'],
      ['企业、项目详情', '可查看', '可查看'],
      ['机构、基金、投资人详情', '不可查看', '可查看'],
      ['行业赛道、产业名录详情', '不可查看', '可查看'],
      ['每日查看联系方式', '3 次', '15 次'],
      ['次数用完之后', '60 鲸币一次', '60 鲸币一次'],
    ]);
  });

  test('compares them for a founder, whose quota money cannot widen, and for one who is nothing yet', async () => {
    expect((await compared(person(['START_UP']))).slice(-2)).toEqual([
      ['每日查看联系方式', '5 次', '15 次'],
      ['次数用完之后', '次日恢复', '次日恢复'],
    ]);
    cleanup();
    expect((await compared(person([]))).slice(-2)[0]).toEqual(['每日查看联系方式', '认证后可用', '15 次']);
  });

  test('says until when one is SVIP and how each period came', async () => {
    const until = '2027-02-19T04:00:00.000Z';
    const period = {
      id: '1',
      starts: '2026-11-21T04:00:00.000Z',
      ends: until,
      source: 'code',
      revoked: false,
    } as const;
    openVip(server(ALIPAY, { type: 3, until, periods: [period] }), person([], 3));
    expect(await screen.findByText('有效期至 2027-02-19 12:00')).toBeTruthy();
    expect(screen.getByRole('heading', { name: '续期' })).toBeTruthy();
    expect(screen.getByText('2026-11-21 至 2027-02-19')).toBeTruthy();
  });

  test('sells nothing to a user who has it without an end', async () => {
    openVip(server(ALIPAY, { type: 3, until: null, periods: [] }), person([], 3));
    expect(await screen.findByText('长期有效')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /购买/ })).toBeNull();
    expect(screen.getByRole('button', { name: '使用兑换码' }).hasAttribute('disabled')).toBe(true);
  });
});

describe('the order that one comes back from paying', () => {
  const openBanner = (api: FakeApi) => {
    const ticks: (() => void)[] = [];
    const stop = vi.fn<() => void>();
    const settled = vi.fn<(done: Order) => void>();
    const every = (_: number, work: () => void) => {
      ticks.push(work);
      return stop;
    };
    render(<OrdersFrame watch={new PaymentWatch({ api, every, settled }, NO)} />);
    return { user: userEvent.setup(), ticks, stop, settled };
  };

  test('is watched until its money is here', async () => {
    let now = order({ state: 'PAYING' });
    const { ticks, stop, settled } = openBanner(new FakeApi().on(readOrder, () => now));
    expect(await screen.findByText(/正在确认支付结果/)).toBeTruthy();
    now = order({ state: 'FULFILLED', closesAt: null });
    ticks[0]?.();
    await waitFor(() => expect(screen.queryByText(/正在确认支付结果/)).toBeNull());
    expect(settled.mock.calls).toEqual([[now]]);
    expect(stop).toHaveBeenCalled();
  });

  test('is given up after three minutes, which is said, and confirmed again when asked', async () => {
    const { user, ticks, stop } = openBanner(new FakeApi().on(readOrder, () => order({ state: 'PAYING' })));
    await screen.findByText(/正在确认支付结果/);
    for (let tick = 0; tick < 37; tick += 1) ticks[0]?.();
    await waitFor(() => expect(screen.queryByText(/正在确认支付结果/)).toBeNull());
    expect(stop).toHaveBeenCalled();
    expect(screen.getByRole('alert').textContent).toContain('暂未确认支付结果');
    await user.click(screen.getByRole('button', { name: '重新确认' }));
    expect(await screen.findByText(/正在确认支付结果/)).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
