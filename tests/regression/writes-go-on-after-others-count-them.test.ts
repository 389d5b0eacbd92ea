import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FirmsAndDeals, overDeals } from '#tests/support/derived/firms-and-deals.ts';
import { newObject, saveDefinition, made } from '#tests/support/editing.ts';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let test: TestApp;
let world: FirmsAndDeals;
beforeAll(async () => {
  test = await openTestApp();
  world = new FirmsAndDeals(test);
  await world.begin([]);
});
afterAll(() => test.close());

/** A write in a transaction of its caller, which cannot read the definition again, as an approval makes one. */
function createInside(): Promise<unknown> {
  const { database, now, writer } = test.services;
  const context = { actor: '1', roles: ['staff'], origin: 'form', now: now() };
  return database.db.transaction().execute((trx) => writer.create('Deal', randomUUID(), { round: 'A' }, context, trx));
}

// The save counted the other object's revision up, and this process knew it only after a plain save of that object.
it('Deals are written inside a transaction right after firms begin to count them', async () => {
  const name = { apiName: 'name', type: 'text', label: 'name' } as const;
  made(await saveDefinition(test, newObject('Firm', [name, overDeals('deals', { function: 'count' })])));
  await expect(createInside()).resolves.toMatchObject({ values: { round: 'A' } });
});
