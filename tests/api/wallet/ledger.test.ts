import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Failure } from '#shared/errors.ts';
import type { Db } from '#server/db/database.ts';
import {
  balanceOf,
  grantCoins,
  type Posted,
  purchaseCoins,
  refund,
  spendCoins,
} from '#server/platform/coins/ledger.ts';
import { type CoinWorld, NO_FAULTS, openCoinWorld } from '#tests/support/wallet/coin-world.ts';
import { onPostgres } from '#tests/support/databases/database.ts';
import { prng } from '#tests/support/prng.ts';
import { TEST_NOW } from '#tests/support/app/test-app.ts';

let world: CoinWorld;
let db: Db;

beforeAll(async () => {
  world = await openCoinWorld();
  ({ db } = world.services.database);
});
afterAll(() => world.close());

const within = <T>(work: (trx: Db) => Promise<T>): Promise<T> => db.transaction().execute(work);
const grant = (accountId: string, amount: number, key: string): Promise<Posted> =>
  within((trx) => grantCoins(trx, { accountId, amount, key, reason: '测试', by: null }, TEST_NOW));
const spend = (accountId: string, amount: number, key: string): Promise<Posted> =>
  within((trx) =>
    spendCoins(trx, { accountId, amount, key, note: '查看联系方式', target: { kind: 'contact', id: key } }, TEST_NOW),
  );
const shortOf = (error: unknown): unknown => (error instanceof Failure ? error.details : error);

describe('the ledger of coins', () => {
  it('sums to zero over both sides whatever is done, as a recount of 2,000 random actions says', async () => {
    const random = prng(11);
    const people = await Promise.all((['founder', 'organisation', 'member'] as const).map(world.accountOf));
    const expected = new Map(people.map((person) => [person, 0]));
    const movements: { id: string; person: string; amount: number; isBack: boolean }[] = [];
    const MOVES = 2000;
    const SLICE = 100;
    for (let done = 0; done < MOVES; done += SLICE) {
      // A slice shares a transaction: what is refused is refused before anything is written.
      await within(async (trx) => {
        for (let move = done; move < done + SLICE; move += 1) {
          const key = `move:${move}`;
          const back = random.chance(0.25) ? movements[random.int(0, movements.length - 1)] : undefined;
          const person = back?.person ?? people[random.int(0, people.length - 1)] ?? '';
          const has = expected.get(person) ?? 0;
          const kind = back ? 'refund' : (['grant', 'purchase', 'spend'] as const)[random.int(0, 2)];
          const amount = back ? -back.amount : random.int(1, 100) * (kind === 'spend' ? -1 : 1);
          const isRepeated = back?.isBack === true;
          const isShort = !isRepeated && has + amount < 0;
          const balance = isRepeated || isShort ? has : has + amount;
          const target = { kind: 'test', id: key };
          const movement = {
            accountId: person,
            amount: Math.abs(amount),
            key,
            note: '测试',
            reason: '测试',
            by: null,
            target,
          };
          const work = {
            refund: () => refund(trx, { of: back?.id ?? '', key, reason: '测试' }, TEST_NOW),
            grant: () => grantCoins(trx, movement, TEST_NOW),
            purchase: () => purchaseCoins(trx, movement, TEST_NOW),
            spend: () => spendCoins(trx, movement, TEST_NOW),
          }[kind ?? 'grant'];
          const came = await work().catch((error: unknown) => error);
          expect(came instanceof Failure ? came.details : came).toMatchObject(
            isShort ? { balance, price: -amount } : { balance, repeated: isRepeated },
          );
          expected.set(person, balance);
          if (back && !isShort) back.isBack = true;
          if (!back && !isShort) movements.push({ id: (came as Posted).transactionId, person, amount, isBack: false });
        }
      });
    }
    for (const [person, balance] of expected) expect(await balanceOf(db, person)).toBe(balance);
    expect(await world.faults()).toEqual(NO_FAULTS);
  });

  it('lets exactly one of 200 spend at once what is enough for one', async () => {
    const person = await world.accountOf('investor');
    await grant(person, 60, 'only-sixty');
    const tries = await Promise.allSettled(
      Array.from({ length: 200 }, (_, index) => spend(person, 60, `view:${index}`)),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refused = tries.flatMap((tried) => (tried.status === 'rejected' ? [shortOf(tried.reason)] : []));
    expect(refused).toEqual(Array.from({ length: 199 }, () => ({ balance: 0, price: 60 })));
    expect(await balanceOf(db, person)).toBe(0);
    expect(await world.faults()).toEqual(NO_FAULTS);
  });

  it('does once what comes again under the same key, also at once', async () => {
    const person = await world.accountOf('svip');
    const all = await Promise.all(Array.from({ length: 20 }, () => grant(person, 500, 'gift:1')));
    expect(all.filter(({ repeated }) => !repeated)).toHaveLength(1);
    expect(new Set(all.map(({ transactionId }) => transactionId)).size).toBe(1);
    const first = await spend(person, 60, 'contact:1');
    expect(await spend(person, 60, 'contact:1')).toEqual({ ...first, repeated: true });
    expect(await balanceOf(db, person)).toBe(440);
    await expect(spend(person, 70, 'contact:1')).rejects.toThrow(/another movement/);
    const other = await world.accountOf('staff');
    await expect(grant(other, 500, 'gift:1')).rejects.toThrow(/another movement/);
    expect(await balanceOf(db, other)).toBe(0);
  });

  it('gives a movement back once, whatever the key', async () => {
    const person = await world.accountOf('staff');
    await grant(person, 100, 'gift:2');
    const { transactionId } = await spend(person, 60, 'contact:2');
    const back = await Promise.all(
      Array.from({ length: 5 }, (_, index) =>
        within((trx) => refund(trx, { of: transactionId, key: `back:${index}`, reason: '无效' }, TEST_NOW)),
      ),
    );
    expect(back.filter(({ repeated }) => !repeated)).toHaveLength(1);
    expect(await balanceOf(db, person)).toBe(100);
  });

  it.each([0, -60, 1.5, Number.NaN, 1e9])('moves no %d coins', async (amount) => {
    const person = await world.accountOf('member');
    await expect(spend(person, amount, `odd:${amount}`)).rejects.toThrow(RangeError);
    await expect(grant(person, amount, `odd-grant:${amount}`)).rejects.toThrow(RangeError);
  });

  it('cannot be changed, cut or emptied even by SQL', async () => {
    for (const statement of [
      'update coin_entry set amount = amount + 1',
      'delete from coin_entry',
      'truncate coin_entry',
      "update coin_transaction set note = ''",
      'delete from coin_transaction',
      'truncate coin_transaction cascade',
    ])
      await expect(sql.raw(statement).execute(db)).rejects.toThrow(/never changed/);
  });

  it('keeps out by itself what does not balance and what would leave a user below zero', async () => {
    const person = await world.accountOf('founder');
    const balance = await balanceOf(db, person);
    const write = (amounts: readonly [string, number][], key: string) =>
      within(async (trx) => {
        const { rows } = await sql<{ id: string }>`
          insert into coin_transaction (kind, key, note, at) values ('spend', ${key}, '', now()) returning id`.execute(
          trx,
        );
        for (const [where, amount] of amounts)
          await sql`insert into coin_entry (transaction_id, coin_account_id, amount)
            select ${rows[0]?.id}::bigint, id, ${amount} from coin_account where ${sql.raw(where)}`.execute(trx);
      });
    const mine = `account_id = ${person}`;
    await expect(write([], 'nothing')).rejects.toThrow(/does not balance/);
    await expect(write([[mine, -1]], 'one-sided')).rejects.toThrow(/does not balance/);
    await expect(
      write(
        [
          [mine, -2],
          ["system_name = 'revenue'", 1],
        ],
        'uneven',
      ),
    ).rejects.toThrow(/does not balance/);
    const all = balance + 1;
    await expect(
      write(
        [
          [mine, -all],
          ["system_name = 'revenue'", all],
        ],
        'owing',
      ),
    ).rejects.toThrow(/would stand at -1/);
    expect(await balanceOf(db, person)).toBe(balance);
  });

  it.runIf(onPostgres)(
    'is kept from going below zero by the database, when two writers do not ask for the lock',
    async () => {
      const person = await world.accountOf('founder');
      await grant(person, 60, 'both-see-it');
      const balance = await balanceOf(db, person);
      const raw = (key: string) =>
        within(async (trx) => {
          await sql`with t as (insert into coin_transaction (kind, key, note, at) values ('spend', ${key}, '', now()) returning id)
          insert into coin_entry (transaction_id, coin_account_id, amount)
          select t.id, a.id, case when a.account_id is null then ${balance}::int else -${balance}::int end
          from t, coin_account a where a.account_id = ${person} or a.system_name = 'revenue'`.execute(trx);
          await sql`select pg_sleep(0.1)`.execute(trx);
        });
      const done = await Promise.allSettled([raw('raw:1'), raw('raw:2')]);
      expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      expect(await balanceOf(db, person)).toBe(0);
    },
  );
});
