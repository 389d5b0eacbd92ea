import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Balance, LedgerPage, VipInfo } from '#schemas/api/coins.ts';
import type { Offers } from '#schemas/api/orders.ts';
import { storeCoinHistory } from '#server/commands/seed/coin-history.ts';
import { storeProducts } from '#server/commands/seed/products.ts';
import { type CoinWorld, NO_FAULTS, openCoinWorld } from '#tests/support/wallet/coin-world.ts';
import { TEST_NOW, type Who } from '#tests/support/app/test-app.ts';

let world: CoinWorld;
beforeAll(async () => {
  world = await openCoinWorld();
  const { db } = world.services.database;
  // What a start does that was cut short before: the same again.
  await storeCoinHistory(db, TEST_NOW);
  await storeCoinHistory(db, TEST_NOW);
});
afterAll(() => world.close());

const balance = async (who: Who): Promise<number> => (await world.get<Balance>(who, '/api/user/balance')).data.balance;

it('the sample accounts have coins with a history that adds up, however often it is stored', async () => {
  expect([await balance('investor'), await balance('organisation'), await balance('founder')]).toEqual([120, 30, 0]);
  const { data } = await world.get<LedgerPage>('investor', '/api/coins/ledger');
  expect(data.list.map(({ amount, balance: after }) => [amount, after])).toEqual([
    [20, 120],
    [60, 100],
    [-60, 40],
    [100, 100],
  ]);
  expect(await world.faults()).toEqual(NO_FAULTS);
});

it('the sample SVIP is so by a period that ends', async () => {
  const { data } = await world.get<VipInfo>('svip', '/api/rong/user/vip');
  expect(data).toMatchObject({ type: 3, periods: [{ source: 'grant', revoked: false }] });
  expect(data.until).toBe(data.periods[0]?.ends);
});

it('a ledger of many lines comes page by page, each with what was left after it', async () => {
  const { grantCoins } = await import('#server/platform/coins/ledger.ts');
  const accountId = await world.accountOf('founder');
  const { db } = world.services.database;
  await db.transaction().execute(async (trx) => {
    for (let count = 1; count <= 45; count += 1)
      await grantCoins(trx, { accountId, amount: count, key: `page:${count}`, reason: '测试', by: null }, TEST_NOW);
  });
  const lines: LedgerPage['list'] = [];
  let after: string | null = '';
  for (let page = 0; after !== null; page += 1) {
    const reply: LedgerPage = (await world.get<LedgerPage>('founder', `/api/coins/ledger${after && `?after=${after}`}`))
      .data;
    lines.push(...reply.list);
    ({ after } = reply);
    expect(page).toBeLessThan(3);
  }
  expect(lines.map(({ amount }) => amount)).toEqual(Array.from({ length: 45 }, (_, index) => 45 - index));
  for (const { amount, balance: left } of lines) expect(left).toBe((amount * (amount + 1)) / 2);
});

it('products are given once: what staff change or take off sale stays as they left it', async () => {
  const { writer, database } = world.services;
  const { productId } = await world.offer('60 鲸币');
  const context = { actor: '1', roles: ['staff'], origin: 'form', now: TEST_NOW };
  await writer.update('Product', productId, 1, { name: '入门包', position: 1 }, context);
  await storeProducts(database, writer, TEST_NOW);
  const { data } = await world.get<Offers>('member', '/api/orders/offers');
  expect(data.list).toHaveLength(6);
  expect(data.list[0]).toMatchObject({ name: '入门包', coins: 60 });
});
