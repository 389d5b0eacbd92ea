import { afterAll, beforeAll, expect, it } from 'vitest';
import { DUTIES } from '#schemas/metadata/duty.ts';
import type { PushedEvent } from '#schemas/api/events.ts';
import { type Actor, VISITOR } from '#shared/policy/actor.ts';
import { made, newObject, saveDefinition } from '#tests/support/editing.ts';
import { openTestApp, TEST_NOW, type TestApp } from '#tests/support/app/test-app.ts';
import { FirmsAndDeals, overDeals } from '#tests/support/derived/firms-and-deals.ts';

const CONTEXT = { actor: '1', roles: ['staff'], origin: 'form', now: TEST_NOW };

const MEMBER: Actor = { ...VISITOR, id: '7' };

let test: TestApp;
let world: FirmsAndDeals;
const heard: PushedEvent[] = [];
let stop: () => void;
beforeAll(async () => {
  test = await openTestApp();
  world = new FirmsAndDeals(test);
  await world.begin([overDeals('deals', { function: 'count' })]);
  stop = test.services.bus.subscribe((event) => heard.push(event), '7', MEMBER);
});
afterAll(async () => {
  stop();
  await test.close();
});

const idsOf = (apiName: string): string[] =>
  heard.flatMap((event) =>
    event.type === 'records.changed' && event.objectApiName === apiName ? (event.ids ?? []) : [],
  );

/** Heard of by name or without one: what was filled in at the beginning may still be announced, for all records at once. */
const isHeard = (apiName: string): boolean =>
  heard.some((event) => event.type === 'records.changed' && event.objectApiName === apiName);

it('Open screens of any user hear which records a save has written, and whose values follow from it', async () => {
  const earlier = await world.create('Firm', { name: '先前' });
  await expect.poll(() => isHeard('Firm')).toBe(true);
  const firm = await world.create('Firm', { name: '企业' });
  const times = () => idsOf('Firm').filter((id) => id === firm);
  await expect.poll(times).toEqual([firm]);
  const deal = await world.create('Deal', { title: '交易', firm: { id: firm } });
  await expect.poll(times).toEqual([firm, firm]);
  expect(idsOf('Deal')).toEqual([deal]);
  await world.remove('Deal', deal);
  await expect
    .poll(() => [idsOf('Deal'), times()])
    .toEqual([
      [deal, deal],
      [firm, firm, firm],
    ]);
  // What follows from a record is no new record.
  const created = () =>
    heard
      .flatMap((event) =>
        event.type === 'records.changed' ? (event.created ?? []).map((id) => `${event.objectApiName} ${id}`) : [],
      )
      .filter((record) => record !== `Firm ${earlier}`);
  await expect.poll(created).toEqual([`Firm ${firm}`, `Deal ${deal}`]);
});

it('A transaction that is taken back is heard of by no screen, one that is kept is', async () => {
  heard.length = 0;
  const { database, writer } = test.services;
  const gone = database.db.transaction().execute(async (trx) => {
    await writer.create('Firm', 'gone', { name: '不留' }, CONTEXT, trx);
    throw new Error('taken back');
  });
  await expect(gone).rejects.toThrow('taken back');
  const kept = await database.db
    .transaction()
    .execute((trx) => writer.create('Firm', 'kept', { name: '留下' }, CONTEXT, trx));
  await expect.poll(() => idsOf('Firm')).toEqual([kept.id]);
});

it('An import of more records than a hint can name is one hint without names', async () => {
  heard.length = 0;
  const rows = Array.from({ length: 200 }, (_, at) => ({ key: `${at}`, values: { name: `企业 ${at}` } }));
  await test.services.writer.writeMany('Fund', 'test', rows, CONTEXT);
  const ofFunds = () => heard.filter((event) => event.type === 'records.changed' && event.objectApiName === 'Fund');
  await expect.poll(ofFunds).toEqual([{ type: 'records.changed', objectApiName: 'Fund' }]);
});

it('Records that a user may not read are not heard of, and those that are their owner’s alone without their ids', async () => {
  const name = { apiName: 'name', type: 'text', label: '名称' } as const;
  const access = { list: 'staff', detail: 'staff', create: 'staff', edit: 'staff' } as const;
  made(await saveDefinition(test, { ...newObject('Closed', [name]), access }));
  made(
    await saveDefinition(test, { ...newObject('Own', [name]), access: { ...access, list: 'owner', detail: 'owner' } }),
  );
  const events = async (actor: Actor) => {
    const own: PushedEvent[] = [];
    const end = test.services.bus.subscribe((event) => own.push(event), actor.id, actor);
    test.services.bus.publishRecords(['Closed', 'Own'].map((objectApiName) => ({ objectApiName, ids: ['1'] })));
    end();
    return own;
  };
  const hint = (objectApiName: string, ids?: string[]) => ({
    type: 'records.changed',
    objectApiName,
    ...(ids && { ids }),
  });
  expect(await events(VISITOR)).toEqual([]);
  expect(await events(MEMBER)).toEqual([hint('Own')]);
  expect(await events({ ...VISITOR, id: '1', roles: ['staff'], duties: DUTIES })).toEqual([
    hint('Closed', ['1']),
    hint('Own', ['1']),
  ]);
});
