import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkDerived, type WrongValue } from '#server/core/derived/check.ts';
import { type Database, openDatabase } from '#server/db/database.ts';
import { openServices, type Services } from '#server/services.ts';
import { FirmsAndDeals, NEWEST_FIRST, overDeals } from '#tests/support/derived/firms-and-deals.ts';
import { onPostgres } from '#tests/support/databases/database.ts';
import { made, saveField } from '#tests/support/editing.ts';
import { openTestApp, TEST_NOW, type TestApp } from '#tests/support/app/test-app.ts';
import { prng } from '#tests/support/prng.ts';

const CONTEXT = { actor: '1', roles: ['staff'], origin: 'form', now: TEST_NOW };
const WRITERS = 4;
const WRITES = 25;

// The embedded database has one process only, so there is nothing to prove on it.
describe.skipIf(!onPostgres)('Two processes that write and count', () => {
  let first: TestApp;
  let database: Database;
  let world: FirmsAndDeals;
  /** The second process; no hint of a changed definition reaches it. */
  let deaf: Services;
  let firms: string[];
  let funds: string[];

  beforeAll(async () => {
    first = await openTestApp();
    world = new FirmsAndDeals(first);
    await world.begin(
      [
        overDeals('deals', { function: 'count' }),
        overDeals('latestRound', { function: 'first', of: ['round'], orderBy: NEWEST_FIRST }),
      ],
      [overDeals('deals', { function: 'count', fields: ['leads', 'follows'] })],
    );
    database = await openDatabase({ ...first.store.address, connections: 6 });
    const shipped = { objects: [], optionSets: [] };
    deaf = await openServices({ ...database, listen: async () => undefined }, shipped, () => TEST_NOW);
    firms = [await world.create('Firm', { name: '甲' }), await world.create('Firm', { name: '乙' })];
    funds = [await world.create('Fund', { name: '子' }), await world.create('Fund', { name: '丑' })];
  });
  afterAll(async () => {
    await deaf.derived.stop();
    await database.close();
    await first.close();
  });

  const wrongValues = async () => {
    await first.services.derived.drain();
    await deaf.derived.drain();
    const wrong: WrongValue[] = [];
    await checkDerived(first.services, { onWrong: (value) => wrong.push(value) });
    return wrong;
  };

  it('leave no value wrong, though each writes what the other one counts', async () => {
    const random = prng(7);
    const write = async ({ writer }: Services, who: number) => {
      const own: string[] = [];
      for (let at = 0; at < WRITES; at += 1) {
        const values = {
          title: `${who}-${at}`,
          firm: { id: random.pick(firms) },
          leads: [{ id: random.pick(funds) }],
          follows: random.chance(0.5) ? [{ id: random.pick(funds) }] : [],
          round: random.pick(['A', 'B', 'C']),
          on: `20${random.int(10, 26)}-05`,
        };
        const last = own.at(-1);
        if (last !== undefined && random.chance(0.3)) await writer.remove('Deal', own.pop() ?? '', CONTEXT);
        else own.push((await writer.create('Deal', `w${who}-${at}`, values, CONTEXT)).id);
      }
    };
    const processes = [first.services, deaf];
    await Promise.all(Array.from({ length: WRITERS }, (_, who) => write(processes[who % 2] as Services, who)));
    expect(await wrongValues()).toEqual([]);
  });

  it('count a new roll-up that one of them has not heard of', async () => {
    made(
      await saveField(
        first,
        'Firm',
        overDeals('open', { function: 'count', filter: { field: 'open', op: 'eq', value: true } }),
      ),
    );
    const writing = Promise.all(
      firms.map((id, at) =>
        deaf.writer.create('Deal', `deaf-${at}`, { title: '新', firm: { id }, open: true }, CONTEXT),
      ),
    );
    await Promise.all([writing, first.services.formulas.jobs.fill()]);
    expect(await wrongValues()).toEqual([]);
    expect(await world.read('Firm', firms[0] ?? '')).toMatchObject({ open: 1 });
  });

  it('begin to keep edges of a link while the other one writes', async () => {
    const saving = saveField(first, 'Fund', overDeals('followed', { function: 'count', fields: ['follows'] }));
    const writes = Array.from({ length: 20 }, (_, at) =>
      deaf.writer.create('Deal', `edge-${at}`, { title: '边', follows: [{ id: funds[at % 2] ?? '' }] }, CONTEXT),
    );
    await Promise.all([saving, ...writes]);
    await first.services.formulas.jobs.fill();
    expect(await wrongValues()).toEqual([]);
  });
});
