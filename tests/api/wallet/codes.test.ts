import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Balance, VipInfo } from '#schemas/api/coins.ts';
import type { Order } from '#schemas/api/orders.ts';
import type { Profile } from '#schemas/api/session.ts';
import { expireCodes } from '#server/features/wallet/orders/code-queries.ts';
import { grantVip } from '#server/platform/coins/vip.ts';
import { approveAll, decideRequest, openRequests } from '#tests/support/staff/approve-requests.ts';
import { type CoinWorld, NO_FAULTS, openCoinWorld } from '#tests/support/wallet/coin-world.ts';
import { type Answer, codeOf, type Who } from '#tests/support/app/test-app.ts';
import { DAY_MS } from '#shared/time/durations.ts';

let world: CoinWorld;

beforeAll(async () => {
  world = await openCoinWorld();
});
afterAll(async () => {
  await world.close();
});

const redeem = (who: Who, code: string): Promise<Answer<Order>> =>
  world.post<Order>(who, '/api/codes/redeem', { code });
const balance = async (who: Who): Promise<number> => (await world.get<Balance>(who, '/api/user/balance')).data.balance;
const one = async (name: string): Promise<string> => (await world.codes(name))[0] ?? '';
const listed = (state: string) => world.records('RedemptionCode', { field: 'state', op: 'in', value: [state] });

describe('a redemption code', () => {
  it('gives what it is worth at once, as a fulfilled order', async () => {
    const { data, code } = await redeem('investor', await one('300 鲸币'));
    expect(code).toBe(0);
    expect(data).toMatchObject({ state: 'FULFILLED', provider: 'code', price: '0.00', product: { coins: 300 } });
    expect(await balance('investor')).toBe(300);
    expect((await redeem('member', await one('SVIP 季度会员'))).data.state).toBe('FULFILLED');
    const { data: vip } = await world.get<VipInfo>('member', '/api/rong/user/vip');
    expect(vip).toMatchObject({
      type: 3,
      until: '2027-02-19T04:00:00.000Z',
      periods: [{ source: 'code', revoked: false }],
    });
  });

  it('is worth nothing until another of staff approves its issue, and never if that is refused', async () => {
    const { productId } = await world.offer('60 鲸币');
    const body = { productId, count: 1, reason: '活动奖励', expiresOn: '2026-12-31' };
    const issue = async () =>
      (await world.post<{ codes: string[] }>('staff', '/api/staff/codes', body)).data.codes[0] ?? '';
    const [code, refused] = [await issue(), await issue()];
    expect(await redeem('founder', code)).toMatchObject({
      code: codeOf('INVALID_BODY'),
      msg: '兑换失败：此兑换码尚未生效',
    });
    expect(await listed('waiting')).toHaveLength(2);
    const [first, second] = await openRequests(world);
    expect(first?.title).toBe('签发 1 个兑换码：60 鲸币');
    expect(await decideRequest(world, 'staff', first?.id)).toMatchObject({ code: codeOf('FORBIDDEN') });
    expect(await decideRequest(world, 'money', first?.id)).toMatchObject({ code: 0 });
    expect(await decideRequest(world, 'money', second?.id, 'reject')).toMatchObject({ code: 0 });
    expect((await redeem('founder', code)).code).toBe(0);
    expect((await redeem('founder', refused)).msg).toBe('兑换失败：此兑换码尚未生效');
    expect(await listed('refused')).toHaveLength(1);
  });

  it('is the same however it is typed', async () => {
    for (const typed of [
      (code: string) => code.toLowerCase(),
      (code: string) => code.replaceAll('-', ''),
      (code: string) => ` ${code.replaceAll('-', ' ')} `,
      (code: string) => code.replaceAll('-', '－').replaceAll('0', 'o').replaceAll('1', 'l'),
      (code: string) =>
        [...code]
          .map((letter) => (letter === '-' ? letter : String.fromCharCode(letter.charCodeAt(0) + 0xfee0)))
          .join(''),
    ])
      expect((await redeem('investor', typed(await one('60 鲸币')))).code).toBe(0);
  });

  it('is redeemed once, by one of 50 at once', async () => {
    const code = await one('600 鲸币');
    const before = { investor: await balance('investor'), founder: await balance('founder') };
    const all = await Promise.all(
      Array.from({ length: 50 }, (_, index) => redeem(index % 2 === 0 ? 'investor' : 'founder', code)),
    );
    expect(all.filter((answer) => answer.code === 0)).toHaveLength(1);
    for (const answer of all.filter(({ code: failed }) => failed !== 0))
      expect(answer).toMatchObject({ code: codeOf('INVALID_BODY'), msg: '兑换失败：此兑换码已被使用' });
    const gained = (await balance('investor')) - before.investor + ((await balance('founder')) - before.founder);
    expect(gained).toBe(600);
  });

  it('cannot be guessed: five wrong ones, and the right one has to wait an hour', async () => {
    const code = await one('60 鲸币');
    const wrong = await Promise.all(Array.from({ length: 12 }, () => redeem('organisation', 'AAAA-BBBB-CCCC-DDDD')));
    expect(wrong.filter(({ code: failed }) => failed === codeOf('INVALID_BODY'))).toHaveLength(5);
    expect(wrong.filter(({ code: failed }) => failed === codeOf('TOO_MANY_REQUESTS'))).toHaveLength(7);
    expect(wrong.map(({ msg }) => msg)).toContain('兑换失败：兑换码不正确，还可以尝试 1 次');
    const waiting = await redeem('organisation', code);
    expect(waiting).toMatchObject({
      code: codeOf('TOO_MANY_REQUESTS'),
      msg: '兑换失败：错误次数过多，请 60 分钟后再试',
    });
    expect((await redeem('founder', 'AAAA-BBBB-CCCC-DDDD')).msg).toContain('还可以尝试 4 次');
    world.pass(3600 * 1000);
    expect((await redeem('organisation', code)).code).toBe(0);
  });

  it('is nothing after its last day in Asia/Shanghai', async () => {
    const { productId } = await world.offer('60 鲸币');
    const issue = (expiresOn: string) =>
      world.post<{ codes: string[]; expiresAt: string }>('staff', '/api/staff/codes', {
        productId,
        count: 2,
        reason: '活动',
        expiresOn,
      });
    for (const day of ['2026-11-20', '2027-02-31', '2026-13-01', '2099-01-01'])
      expect((await issue(day)).problems.map(({ field }) => `${day} ${field}`)).toEqual([`${day} expiresOn`]);
    const { data } = await issue('2026-11-22');
    expect(data.expiresAt).toBe('2026-11-22T16:00:00.000Z');
    await approveAll(world);
    // It is 13:00 on the 21st there; 35 hours more make the end of the 22nd.
    world.pass(35 * 3600 * 1000 - 1);
    expect((await redeem('founder', data.codes[0] ?? '')).code).toBe(0);
    world.pass(1);
    expect((await redeem('founder', data.codes[1] ?? '')).msg).toBe('兑换失败：此兑换码已过期');
    await expireCodes(world.services.database.db, world.services.now());
    expect((await listed('expired'))[0]).toMatchObject({
      state: 'expired',
      expiresOn: '2026-11-22',
      lastFour: data.codes[1]?.slice(-4),
    });
  });

  it('that staff revoked is nothing, and one that is redeemed cannot be revoked', async () => {
    const [first = '', second = ''] = await world.codes('60 鲸币', 2);
    expect((await redeem('investor', second)).code).toBe(0);
    const idOf = async (code: string) =>
      (await world.records('RedemptionCode', { field: 'lastFour', op: 'eq', value: code.slice(-4) }))[0]?.id;
    const revoke = async (code: string) =>
      world.post('staff', `/api/staff/codes/${await idOf(code)}/revoke`, { reason: '误发' });
    expect((await revoke(first)).code).toBe(0);
    expect((await redeem('founder', first)).msg).toBe('兑换失败：此兑换码已作废');
    expect((await revoke(first)).code).toBe(codeOf('CONFLICT'));
    expect((await revoke(second)).code).toBe(codeOf('CONFLICT'));
    const [order] = await world.records('MyOrder', undefined, 'investor');
    expect((await listed('redeemed'))[0]).toMatchObject({
      redeemedBy: { name: '示例投资人' },
      order: { name: order?.['no'] },
    });
    expect(await listed('revoked')).toMatchObject([{ lastFour: first.slice(-4), revokedBecause: '误发' }]);
  });

  it('is not spent on SVIP that does not end', async () => {
    const code = await one('SVIP 月度会员');
    expect(await redeem('svip', code)).toMatchObject({
      code: codeOf('CONFLICT'),
      msg: '兑换失败：您的 SVIP 长期有效，无需兑换',
    });
    expect((await redeem('founder', code)).code).toBe(0);
  });

  it('extends the SVIP that is there, and is over when its days are', async () => {
    const { data: before } = await world.get<VipInfo>('founder', '/api/rong/user/vip');
    await redeem('founder', await one('SVIP 月度会员'));
    const { data: after } = await world.get<VipInfo>('founder', '/api/rong/user/vip');
    expect(Date.parse(after.until ?? '') - Date.parse(before.until ?? '')).toBe(30 * DAY_MS);
  });

  it('makes SVIP that is over by itself when its days are', async () => {
    const accountId = await world.accountOf('organisation');
    const grant = { accountId, days: 1, source: 'grant', by: null, reason: '试用' } as const;
    const { database, now, changes } = world.services;
    await database.db.transaction().execute((trx) => grantVip(trx, grant, now()));
    await changes.announce(accountId);
    const types = async () => [
      (await world.get<VipInfo>('organisation', '/api/rong/user/vip')).data.type,
      (await world.get<Profile>('organisation', '/api/rong/user/profile/v2')).data.vipType,
    ];
    world.pass(DAY_MS - 1);
    expect(await types()).toEqual([3, 3]);
    world.pass(6000);
    expect(await types()).toEqual([0, 0]);
  });

  it('is kept nowhere whole: not in a table, not in the audit log, not in a later answer', async () => {
    const codes = await world.codes('60 鲸币', 3);
    const { db } = world.services.database;
    const kept = JSON.stringify([
      await db.selectFrom('redemption_code').selectAll().execute(),
      await db.selectFrom('redemption_batch').selectAll().execute(),
      await db.selectFrom('audit_log').selectAll().execute(),
      await world.records('RedemptionCode'),
    ]);
    for (const code of codes) {
      expect(kept).not.toContain(code);
      expect(kept).not.toContain(code.replaceAll('-', ''));
    }
    expect(new Set(codes).size).toBe(3);
  });

  it('is issued, revoked and redeemed with a line in the audit log', async () => {
    const { db } = world.services.database;
    const rows = await db.selectFrom('audit_log').select(['action', 'reason']).execute();
    const reasons = (action: string) => rows.filter((row) => row.action === action).map(({ reason }) => reason);
    expect(reasons('codes.issued')).toContain('测试签发');
    expect(reasons('code.revoked')).toEqual(['误发']);
    expect(reasons('code.redeemed').length).toBeGreaterThan(8);
  });

  it('is for a product that there is, in numbers that there may be', async () => {
    const body = { productId: '999999', count: 1, reason: '活动', expiresOn: '2027-12-31' };
    expect((await world.post('staff', '/api/staff/codes', body)).code).toBe(codeOf('UNKNOWN_RECORD'));
    for (const changed of [
      { count: 0 },
      { count: 501 },
      { count: 1.5 },
      { reason: ' ' },
      { productId: 'x' },
      { more: 1 },
    ])
      expect((await world.post('staff', '/api/staff/codes', { ...body, ...changed })).code).toBe(
        codeOf('INVALID_BODY'),
      );
  });
});

it('all of this redeeming leaves everything as it must be', async () => {
  expect(await world.faults()).toEqual(NO_FAULTS);
});
