import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DerivedValues } from '#server/core/derived/derived-values.ts';
import { insertMarks, markedObjects } from '#server/core/derived/queries.ts';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { FirmsAndDeals, NEWEST_FIRST, overDeals } from '#tests/support/derived/firms-and-deals.ts';

let test: TestApp;
let world: FirmsAndDeals;
beforeAll(async () => {
  test = await openTestApp();
  world = new FirmsAndDeals(test);
  await world.begin([
    overDeals('deals', { function: 'count' }),
    overDeals('latestRound', { function: 'first', of: ['round'], orderBy: NEWEST_FIRST }),
    overDeals('latestOn', { function: 'first', of: ['on'], orderBy: NEWEST_FIRST }),
    overDeals('openDeals', { function: 'count', filter: { field: 'open', op: 'eq', value: true } }),
  ]);
});
afterAll(() => test.close());

/** A deal whose marks are not worked off when it is saved, as if its process had died. */
async function markedDeal(firm: string): Promise<void> {
  const { database, now, writer } = test.services;
  const context = { actor: '1', roles: ['staff'], origin: 'form', now: now() };
  const values = { firm: { id: firm }, round: 'A', on: '2024-05' };
  await database.db.transaction().execute((trx) => writer.create('Deal', randomUUID(), values, context, trx));
}

describe('A pass over what is marked', () => {
  it('leaves what is saved while it counts to the next pass', async () => {
    const [early, late] = [await world.create('Firm', { name: '早' }), await world.create('Firm', { name: '晚' })];
    let saved = false;
    const giveWay = async () => {
      if (!saved) await markedDeal(late);
      saved = true;
    };
    const { database, catalog, now } = test.services;
    const derived = new DerivedValues({ database, catalog, now, giveWay, wait: async () => undefined });
    const counts = async () => [(await world.read('Firm', early))['deals'], (await world.read('Firm', late))['deals']];
    await markedDeal(early);
    await derived.pass();
    expect(await counts()).toEqual([1, 0]);
    await derived.pass();
    expect(await counts()).toEqual([1, 1]);
  });

  it('does not hold back single saves, however many there are, but records that were written together', async () => {
    const isRipe = (cause: string) =>
      test.services.database.db.transaction().execute(async (trx) => {
        await sql`delete from derived_mark`.execute(trx);
        const ids = Array.from({ length: 501 }, (_, at) => String(at + 1));
        const marks = ids.map((recordId) => ({ objectApiName: 'Firm', groupKey: 'any', recordId }));
        await insertMarks(trx, { marks, cause });
        const found = await markedObjects(trx);
        await sql`delete from derived_mark`.execute(trx);
        return found.map((one) => one.isRipe);
      });
    expect(await isRipe('Deal#1')).toEqual([true]);
    expect(await isRipe('Deal')).toEqual([false]);
  });
});

it('Roll-ups of the same records are asked for together, be they in an order or not', () => {
  const groups = test.services.catalog.object('Firm').groups.map(({ fields }) => fields.map(({ apiName }) => apiName));
  expect(groups).toEqual([['latestRound', 'latestOn', 'deals'], ['openDeals']]);
});
