import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CurrencyValue, RecordValues } from '#schemas/metadata/value.ts';
import { checkDerived, type WrongValue } from '#server/core/derived/check.ts';
import { linkIds } from '#server/core/records/link-ids.ts';
import { plainRecords } from '#server/core/records/queries.ts';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { FirmsAndDeals, NEWEST_FIRST, overDeals } from '#tests/support/derived/firms-and-deals.ts';
import { type Prng, prng } from '#tests/support/prng.ts';

const STAFF = { actor: '1', roles: ['staff'], origin: 'form' };
const OPERATIONS = 120;

let test: TestApp;
let world: FirmsAndDeals;
beforeAll(async () => {
  test = await openTestApp();
  world = new FirmsAndDeals(test);
  await world.begin(
    [
      overDeals('deals', { function: 'count' }),
      overDeals('total', { function: 'sum', of: ['amount'] }),
      overDeals('latestRound', { function: 'first', of: ['round'], orderBy: NEWEST_FIRST }),
      overDeals('investors', { function: 'distinct', of: ['leads', 'follows'] }),
    ],
    [
      overDeals('deals', { function: 'count', fields: ['leads', 'follows'] }),
      overDeals('firms', { function: 'countDistinct', of: ['firm'], fields: ['leads', 'follows'] }),
    ],
  );
});
afterAll(() => test.close());

const some = (random: Prng, ids: readonly string[]) =>
  [...new Set(Array.from({ length: random.int(0, 3) }, () => random.pick(ids)))].map((id) => ({ id }));

function anyDeal(random: Prng, firms: readonly string[], funds: readonly string[]): RecordValues {
  return {
    title: `第${random.int(1, 9999)}次`,
    firm: random.chance(0.9) ? { id: random.pick(firms) } : null,
    leads: some(random, funds),
    follows: some(random, funds),
    round: random.pick(['A', 'B', 'C']),
    on: random.chance(0.2) ? null : `20${random.int(10, 26)}-0${random.int(1, 9)}-1${random.int(0, 9)}`,
    amount: random.chance(0.3) ? null : { num: String(random.int(1, 1000)), currency: 'CNY' },
  };
}

/** The same figures in the plainest way there is. */
function counted(deals: readonly { values: RecordValues }[], id: string) {
  const own = deals.filter(({ values }) => linkIds(values['firm']).includes(id));
  const amounts = own.flatMap(({ values }) => (values['amount'] as CurrencyValue | undefined)?.equivalentMoney ?? []);
  const total = amounts.reduce((sum, amount) => sum + Number(amount), 0);
  return {
    deals: own.length,
    total: amounts.length > 0 ? String(total) : undefined,
    unknown: amounts.length > 0 ? own.length - amounts.length : undefined,
    investors: new Set(own.flatMap(({ values }) => [...linkIds(values['leads']), ...linkIds(values['follows'])])).size,
  };
}

it('After any writes every roll-up is what a fresh count gives', async () => {
  const random = prng(20261122);
  const { writer, database, catalog, now } = test.services;
  const firms = await Promise.all(['甲', '乙', '丙', '丁'].map((name) => world.create('Firm', { name })));
  const funds = await Promise.all(['子', '丑', '寅'].map((name) => world.create('Fund', { name })));
  const deals: string[] = [];
  const gone: string[] = [];
  const context = () => ({ ...STAFF, now: now() });
  const steps: Record<string, () => Promise<unknown>> = {
    create: async () => deals.push(await world.create('Deal', anyDeal(random, firms, funds))),
    change: async () => {
      const id = random.pick(deals);
      const [kept] = await plainRecords(database.db, catalog.object('Deal'), [id]);
      const { title: _title, ...values } = anyDeal(random, firms, funds);
      await writer.update('Deal', id, kept?.version ?? 0, values, context());
    },
    remove: async () => {
      const [id = ''] = deals.splice(random.int(0, deals.length - 1), 1);
      await writer.remove('Deal', id, context());
      gone.push(id);
    },
    restore: async () => {
      const id = gone.pop();
      if (id === undefined) return;
      await writer.restore('Deal', id, context());
      deals.push(id);
    },
    import: async () => {
      const rows = Array.from({ length: 5 }, () => {
        const values = Object.entries(anyDeal(random, firms, funds)).filter(([, value]) => value !== null);
        return { key: String(random.int(1, 30)), values: Object.fromEntries(values) };
      });
      const outcomes = await writer.writeMany('Deal', 'registry', rows, { ...context(), origin: 'import:registry' });
      for (const outcome of outcomes) if (outcome.status === 'created') deals.push(outcome.id);
    },
  };
  for (let at = 0; at < OPERATIONS; at += 1) {
    const kind =
      deals.length < 5 ? 'create' : random.pick(['create', 'change', 'change', 'remove', 'restore', 'import']);
    // Two at a time, so that writers and those who count meet.
    await Promise.all([steps[kind]?.(), random.chance(0.1) ? world.drain() : undefined]);
  }
  await world.drain();

  const wrong: WrongValue[] = [];
  expect(await checkDerived(test.services, { onWrong: (value) => wrong.push(value) })).toBe(7);
  expect(wrong).toEqual([]);
  const kept = await plainRecords(database.db, catalog.object('Deal'), deals);
  for (const id of firms) {
    const firm = await world.read('Firm', id);
    const sum = firm['total'] as { num: string; unknown: number } | undefined;
    const investors = (firm['investors'] as unknown[] | undefined)?.length ?? 0;
    expect({ deals: firm['deals'], total: sum?.num, unknown: sum?.unknown, investors }).toEqual(counted(kept, id));
  }
});

it('A check finds a value that is wrong, edges included, and repairs it', async () => {
  const { database } = test.services;
  const fund = await world.create('Fund', { name: '误' });
  await world.create('Deal', { title: '误', leads: [{ id: fund }] });
  await database.pool.query('update "Fund" set deals = 7 where id = $1', [fund]);
  await database.pool.query('delete from derived_edge where parent = $1', [fund]);
  const wrong: WrongValue[] = [];
  await checkDerived(test.services, { repair: true, onWrong: (value) => wrong.push(value) });
  expect(wrong).toEqual([{ objectApiName: 'Fund', id: fund, field: 'deals', kept: 7, counted: 1 }]);
  await checkDerived(test.services, { onWrong: (value) => wrong.push(value) });
  expect(wrong).toHaveLength(1);
  expect(await world.read('Fund', fund)).toMatchObject({ deals: 1 });
});
