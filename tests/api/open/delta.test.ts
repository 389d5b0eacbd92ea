import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DeltaReply, RecordChange } from '#schemas/api/open.ts';
import { beginLog, expireChanges } from '#server/core/changes/queries.ts';
import { newAccount, type SignedIn, signInBy } from '#tests/support/account/people.ts';
import { codeOf, openTestApp, TEST_NOW, type TestApp } from '#tests/support/app/test-app.ts';
import { onPostgres } from '#tests/support/databases/database.ts';
import { FirmsAndDeals, overDeals } from '#tests/support/derived/firms-and-deals.ts';
import { made, saveDefinition, savedDefinition, saveField } from '#tests/support/editing.ts';
import { asProgram, keyOf } from '#tests/support/open/open-world.ts';
import { OpenWrite } from '#tests/support/open/open-writes.ts';
import { settledChanges } from '#tests/support/records/settled-changes.ts';

const CONTEXT = { actor: '1', roles: ['staff'], origin: 'form', now: TEST_NOW };
let test: TestApp;
let world: FirmsAndDeals;
let now = TEST_NOW;
let secret = '';
let owner: SignedIn;
let firm = '';

beforeAll(async () => {
  test = await openTestApp(undefined, { now: () => now });
  world = new FirmsAndDeals(test);
  await world.begin([overDeals('deals', { function: 'count' })]);
  firm = await world.create('Firm', { name: '示例企业' });
  for (let at = 0; at < 5; at += 1)
    await world.create('Deal', { title: `交易${at}`, firm: { id: firm }, round: at % 2 ? 'A' : 'B', staff: at });
  await world.drain();
  await newAccount(test, { username: 'follower', name: '示例读者' });
  owner = await signInBy(test, 'follower');
  ({ secret } = await keyOf(owner));
});
beforeEach(() => {
  now = new Date(now.getTime() + 60_000);
});
afterAll(() => test.close());

const ask = (query: object, object = 'Deal', key = secret) => {
  const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
  return asProgram<DeltaReply>(test.app, key, `/api/open/v1/${object}/delta?${text}`);
};
const settle = async () => {
  await world.drain();
  if (onPostgres) await settledChanges(test.services.database.db);
};

/** Everything there is for now, from a token or from the beginning, and the token to go on with. */
async function follow(query: object, object = 'Deal'): Promise<{ changes: RecordChange[]; token: string }> {
  const changes: RecordChange[] = [];
  for (let next = query; ;) {
    const { data, ...answer } = await ask(next, object);
    if (answer.code !== 0) throw new Error(JSON.stringify(answer));
    changes.push(...data.value);
    if (data.deltaToken !== undefined) return { changes, token: data.deltaToken };
    next = { token: data.nextToken };
  }
}
const filtered = (field: string, op: string, value: unknown) => JSON.stringify({ field, op, value });

describe('a program that follows an object', () => {
  it('is given all records first, page by page, with links by their ids', async () => {
    await settle();
    const { changes } = await follow({ since: 'full', limit: 2, fields: 'title,firm' });
    expect(changes.map(({ change }) => change)).toEqual(Array.from({ length: 5 }, () => 'upsert'));
    expect(changes[0]).toEqual({
      id: expect.any(String),
      change: 'upsert',
      record: { id: expect.any(String), title: '交易4', firm: { id: firm } },
    });
  });

  it('and then what is made, changed, removed and brought back', async () => {
    await settle();
    const { token } = await follow({ since: 'full' });
    expect(await follow({ token })).toMatchObject({ changes: [] });
    const id = await world.create('Deal', { title: '新的交易', firm: { id: firm } });
    await settle();
    const first = await follow({ token });
    expect(first.changes).toMatchObject([{ id, change: 'upsert', record: { title: '新的交易' } }]);
    await world.change('Deal', id, { title: '改过的交易' });
    await settle();
    const second = await follow({ token: first.token });
    expect(second.changes).toMatchObject([{ id, change: 'upsert', record: { title: '改过的交易' } }]);
    await world.remove('Deal', id);
    await settle();
    const third = await follow({ token: second.token });
    expect(third.changes).toEqual([{ id, change: 'removed', reason: 'deleted' }]);
    await test.services.writer.restore('Deal', id, CONTEXT);
    await settle();
    expect((await follow({ token: third.token })).changes).toMatchObject([{ id, change: 'upsert' }]);
    // The same token again gives all of it again: nothing is lost with an answer that did not arrive.
    expect((await follow({ token })).changes).toMatchObject([
      { id, change: 'upsert', record: { title: '改过的交易' } },
    ]);
    await world.remove('Deal', id);
  });

  it('of a condition is informed of what leaves it, and not of what was never in it', async () => {
    await settle();
    const { token, changes } = await follow({ since: 'full', filter: filtered('round', 'eq', 'A'), fields: 'title' });
    expect(changes).toHaveLength(2);
    const inside = await world.create('Deal', { title: '进来的', round: 'A' });
    const outside = await world.create('Deal', { title: '外面的', round: 'B' });
    await settle();
    const first = await follow({ token });
    expect(first.changes).toMatchObject([
      { id: inside, change: 'upsert' },
      { id: outside, change: 'removed', reason: 'outOfFilter' },
    ]);
    await world.change('Deal', outside, { title: '外面的，改过' });
    await world.change('Deal', inside, { round: 'C' });
    await settle();
    expect((await follow({ token: first.token })).changes).toEqual([
      { id: inside, change: 'removed', reason: 'outOfFilter' },
    ]);
  });

  it('may leave out what only follows from other records', async () => {
    await settle();
    const [with_, without] = [
      await follow({ since: 'full' }, 'Firm'),
      await follow({ since: 'full', derived: 0 }, 'Firm'),
    ];
    await world.create('Deal', { title: '又一笔', firm: { id: firm } });
    await settle();
    expect((await follow({ token: with_.token }, 'Firm')).changes).toMatchObject([
      { id: firm, record: { deals: expect.anything() } },
    ]);
    expect((await follow({ token: without.token }, 'Firm')).changes).toEqual([]);
  });

  it('needs the scope for it, a way to begin, and a condition that does not change by the day', async () => {
    const { secret: narrow } = await keyOf(owner, { scopes: ['read:*'] });
    expect(await ask({ since: 'full' }, 'Deal', narrow)).toMatchObject({ status: 403, code: codeOf('SCOPE_MISSING') });
    for (const query of [
      {},
      { since: 'full', token: 'x' },
      { token: 'nonsense' },
      { since: 'full', fields: 'nope' },
      { since: 'full', filter: filtered('nope', 'eq', 1) },
      { since: 'full', filter: JSON.stringify({ field: 'on', op: 'thisYear' }) },
      { since: 'full', filter: JSON.stringify({ exists: { objectApiName: 'Deal', fields: ['firm'] } }) },
    ])
      expect({ query, ...(await ask(query)) }).toMatchObject({ query, status: 400, code: codeOf('INVALID_QUERY') });
    const { token } = await follow({ since: 'full' });
    const other = await keyOf(await signInBy(test, 'member'));
    for (const wrong of [
      await ask({ token, fields: 'title' }),
      await ask({ token }, 'Firm'),
      await ask({ token }, 'Deal', other.secret),
      await ask({ token: `${token.slice(0, -2)}AA` }),
    ])
      expect(wrong).toMatchObject({ status: 400, code: codeOf('INVALID_QUERY') });
  });
});

describe('a program begins again, with the words for it', () => {
  const again = (token: string) => ask({ token });
  const BEGIN_AGAIN = {
    status: 410,
    code: codeOf('CHANGES_EXPIRED'),
    data: { fullSyncUrl: '/api/open/v1/Deal/delta?since=full' },
  };

  it('when a field that it follows is closed or means something else, and not when one is added', async () => {
    await settle();
    const { token } = await follow({ since: 'full', filter: filtered('staff', 'gte', 0) });
    const extra = { apiName: 'extra', type: 'text' as const, label: '补充' };
    made(await saveField(test, 'Deal', extra));
    expect((await again(token)).status).toBe(200);
    const definition = savedDefinition(test, 'Deal');
    const closing = (apiName: string) => ({
      ...definition,
      fields: definition.fields.map((field) =>
        field.apiName === apiName ? { ...field, config: { ...field.config, visibleTo: ['svip'] } } : field,
      ),
    });
    made(await saveDefinition(test, closing('extra')));
    expect((await again(token)).status).toBe(200);
    made(await saveDefinition(test, closing('staff')));
    expect(await again(token)).toMatchObject(BEGIN_AGAIN);
    made(await saveDefinition(test, definition));
    expect((await again(token)).status).toBe(200);
  });

  it('when changes behind its token are no longer kept, and not while it comes in time', async () => {
    await settle();
    const { db } = test.services.database;
    const quiet = await follow({ since: 'full' });
    await world.create('Firm', { name: '别的对象' });
    await settle();
    const { token } = await follow({ token: quiet.token });
    while (await expireChanges(db, new Date('2999-01-01')));
    expect((await again(token)).status).toBe(200);
    expect(await again(quiet.token)).toMatchObject(BEGIN_AGAIN);
  });

  it('when the database is another than the one that it followed', async () => {
    await settle();
    const { db } = test.services.database;
    const { token } = await follow({ since: 'full' });
    await db.updateTable('change_epoch').set({ identity: 'elsewhere' }).execute();
    await beginLog(db, 'another-epoch');
    expect(await again(token)).toMatchObject(BEGIN_AGAIN);
    expect((await ask({ since: 'full' })).status).toBe(200);
  });
});

// Only there can transactions overlap.
describe.skipIf(!onPostgres)('a transaction that stays open', () => {
  it('delays what was written meanwhile and loses none of it', async () => {
    await settle();
    const { writer, database } = test.services;
    const { token } = await follow({ since: 'full' });
    const long = await OpenWrite.begin(database.db);
    const { id: early } = await writer.create('Deal', 'long-deal-1', { title: '先写后提交' }, CONTEXT, long.trx);
    const { id: late } = await writer.create('Deal', 'long-deal-2', { title: '后写先提交' }, CONTEXT);
    const meanwhile = await follow({ token });
    expect(meanwhile.changes).toEqual([]);
    // A download that begins now has what is committed, and the rest comes behind it.
    const begun = await follow({ since: 'full' });
    expect(begun.changes.some(({ id }) => id === late)).toBe(true);
    await long.end(true);
    await settle();
    expect((await follow({ token: meanwhile.token })).changes.map(({ id }) => id)).toEqual([early, late]);
    expect((await follow({ token: begun.token })).changes.map(({ id }) => id)).toContain(early);
  });
});
