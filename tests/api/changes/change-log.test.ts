import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { beginLog, expireChanges } from '#server/core/changes/queries.ts';
import { changeLogDays } from '#server/core/changes/expire-changes.ts';
import { newestCursor, readChanges, type RecordChange } from '#server/core/changes/read-changes.ts';
import { Failure } from '#shared/errors.ts';
import { made, saveDefinition, savedDefinition } from '#tests/support/editing.ts';
import { openTestApp, TEST_NOW, type TestApp } from '#tests/support/app/test-app.ts';
import { settledChanges } from '#tests/support/records/settled-changes.ts';
import { FirmsAndDeals, NEWEST_FIRST, overDeals } from '#tests/support/derived/firms-and-deals.ts';

let test: TestApp;
let world: FirmsAndDeals;
let cursor: string;
beforeAll(async () => {
  test = await openTestApp();
  world = new FirmsAndDeals(test);
  await world.begin([overDeals('latestRound', { function: 'first', of: ['round'], orderBy: NEWEST_FIRST })]);
  const deal = savedDefinition(test, 'Deal');
  deal.layouts.list.sort = [{ field: 'on', order: 'desc' }];
  made(await saveDefinition(test, deal));
});
afterAll(() => test.close());
const db = () => test.store.database.db;
/** The newest cursor, when all before it may be read. */
async function begin(): Promise<string> {
  await world.drain();
  await settledChanges(db());
  return newestCursor(db());
}
beforeEach(async () => {
  cursor = await begin();
});

async function read(): Promise<readonly RecordChange[]> {
  await settledChanges(db());
  return (await readChanges(db(), cursor, 100)).changes;
}
const short = ({ objectApiName, kind, fields, cause, quiet, derived }: RecordChange) => ({
  objectApiName,
  kind,
  fields,
  cause,
  quiet,
  derived,
});
const news = { cause: 'user', quiet: false, derived: false };
const failureOf = async (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: unknown) => (error instanceof Failure ? error.failure : String(error)),
  );
/** One row at a time, so that nothing is joined. */
async function each(): Promise<RecordChange[]> {
  const all: RecordChange[] = [];
  await settledChanges(db());
  for (let at = cursor; ;) {
    const page = await readChanges(db(), at, 1);
    if (page.changes.length === 0) return all;
    all.push(...page.changes);
    at = page.cursor;
  }
}

describe('The change log', () => {
  it('says of every write what happened, which fields changed, when the event was and since when the record is known', async () => {
    const id = await world.create('Deal', { title: '甲', on: '2024-05' });
    await world.change('Deal', id, { title: '乙', round: 'A' });
    await world.remove('Deal', id);
    const context = { actor: '1', roles: ['staff'], origin: 'form', now: TEST_NOW };
    await test.services.writer.restore('Deal', id, context);
    const all = await each();
    expect(all.map(short)).toEqual([
      { objectApiName: 'Deal', kind: 'created', fields: [], ...news },
      { objectApiName: 'Deal', kind: 'updated', fields: ['title', 'round'], ...news },
      { objectApiName: 'Deal', kind: 'removed', fields: [], ...news },
      { objectApiName: 'Deal', kind: 'restored', fields: [], ...news },
    ]);
    expect(new Set(all.map(({ id: of, eventOn }) => `${of} ${eventOn}`))).toEqual(new Set([`${id} 2024-05`]));
    expect(all.map(({ firstSeenAt }) => firstSeenAt && new Date(firstSeenAt).toISOString())).toEqual([
      TEST_NOW.toISOString(),
      TEST_NOW.toISOString(),
      null,
      TEST_NOW.toISOString(),
    ]);
  });

  it('holds what was written and nothing of what was refused or taken back', async () => {
    const answer = await test.post('staff', '/api/metadata/data/Deal', {
      clientKey: 'refused-deal-1',
      values: { on: 'x' },
    });
    expect(answer.code).not.toBe(0);
    const id = await world.create('Deal', { title: '留下' });
    await db()
      .transaction()
      .execute(async (trx) => {
        const context = { actor: '1', roles: ['staff'], origin: 'form', now: TEST_NOW };
        await test.services.writer.update('Deal', id, 1, { title: '回滚' }, context, trx);
        throw new Error('back');
      })
      .catch(() => undefined);
    expect((await each()).map((change) => [change.id, change.kind])).toEqual([[id, 'created']]);
  });

  it('has a record that was archived among those removed, and one that was brought back among those restored', async () => {
    const id = await world.create('Deal', { title: '归档' });
    cursor = await begin();
    const reason = { reason: '停止维护' };
    made(await test.post('staff', `/api/metadata/data/Deal/${id}/archive`, reason));
    const removed = await read();
    expect(removed.map((change) => [change.id, change.kind, change.quiet])).toEqual([[id, 'removed', false]]);
    const { rows } = await sql<{ id: string }>`select id::text from gone_record`.execute(db());
    made(await test.post('staff', `/api/metadata/gone/${rows[0]?.id}/restore`, reason));
    const [latest, ...others] = await read();
    expect([latest?.id, latest?.kind, others.length]).toEqual([id, 'restored', 0]);
  });

  it('marks what follows from other records, and is quiet about what comes in bulk', async () => {
    const firm = await world.create('Firm', { name: '星河' });
    cursor = await begin();
    await world.create('Deal', { firm: { id: firm }, round: 'B' });
    await world.drain();
    expect((await read()).map(short)).toEqual([
      { objectApiName: 'Deal', kind: 'created', fields: [], ...news },
      {
        objectApiName: 'Firm',
        kind: 'updated',
        fields: ['latestRound'],
        cause: 'derived',
        quiet: false,
        derived: true,
      },
    ]);
    cursor = await begin();
    const context = { actor: '1', roles: ['staff'], origin: 'import:deals', now: TEST_NOW };
    const rows = ['一', '二'].map((key) => ({
      key,
      values: { title: key, firm: { id: firm }, round: 'C', on: '2025' },
    }));
    await test.services.writer.writeMany('Deal', 'deals', rows, context);
    await world.drain();
    expect((await read()).map(({ objectApiName, kind, cause, quiet }) => [objectApiName, kind, cause, quiet])).toEqual([
      ['Deal', 'created', 'import', true],
      ['Deal', 'created', 'import', true],
      ['Firm', 'updated', 'derived', true],
    ]);
  });

  it('is read by page, each with the latest change of a record and all fields that changed in it', async () => {
    const ids = [await world.create('Deal', { title: '甲' }), await world.create('Deal', { title: '乙' })];
    const [first = '', second = ''] = ids;
    await world.change('Deal', first, { title: '丙' });
    await world.change('Deal', second, { round: 'A' });
    await world.change('Deal', first, { round: 'B' });
    await settledChanges(db());
    const page = await readChanges(db(), cursor, 100);
    expect(page.more).toBe(false);
    expect(page.changes.map(({ id, kind, fields }) => ({ id, kind, fields }))).toEqual([
      { id: second, kind: 'created', fields: ['round'] },
      { id: first, kind: 'created', fields: ['title', 'round'] },
    ]);
    const half = await readChanges(db(), cursor, 2);
    expect(half.more).toBe(true);
    const rest = await readChanges(db(), half.cursor, 100);
    expect(rest.changes.map(({ id, kind, fields }) => ({ id, kind, fields }))).toEqual([
      { id: second, kind: 'updated', fields: ['round'] },
      { id: first, kind: 'updated', fields: ['title', 'round'] },
    ]);
    expect((await readChanges(db(), rest.cursor, 100)).changes).toEqual([]);
  });
});

describe('A cursor of the change log', () => {
  it('is refused once changes behind it are no longer kept', async () => {
    await world.create('Deal', { title: '旧' });
    await settledChanges(db());
    const newer = (await readChanges(db(), cursor, 100)).cursor;
    expect(await expireChanges(db(), new Date('2000-01-01'))).toBe(false);
    expect((await read()).length).toBe(1);
    const { rows } = await sql<{ later: string }>`select (now() + interval '1 day')::text as later`.execute(db());
    while (await expireChanges(db(), new Date(rows[0]?.later ?? ''))) expect(true).toBe(true);
    expect(await failureOf(read())).toBe('CHANGES_EXPIRED');
    expect((await readChanges(db(), newer, 100)).changes).toEqual([]);
  });

  it('is refused in another database, or one that was restored', async () => {
    await beginLog(db(), 'started again');
    expect(await failureOf(read())).toBe('none');
    await sql`update change_epoch set identity = 'elsewhere'`.execute(db());
    await beginLog(db(), 'restored');
    expect(await failureOf(read())).toBe('CHANGES_EXPIRED');
    cursor = await begin();
    await world.create('Deal', { title: '新' });
    expect(await read()).toHaveLength(1);
  });

  it.each(['', 'x', 'a.b.c', `e.1.2.3`, `e.-1.2`, `e.1.99999999999999999999999`, "e.1'.2"])(
    'is refused where it is none: %s',
    async (text) => {
      expect(await failureOf(readChanges(db(), text, 10))).toBe('INVALID_QUERY');
    },
  );
});

it('Days for which changes are kept are a whole number', () => {
  expect([changeLogDays(undefined), changeLogDays(''), changeLogDays('7')]).toEqual([30, 30, 7]);
  for (const wrong of ['0', '1.5', 'x', '-3']) expect(() => changeLogDays(wrong)).toThrow('CHANGE_LOG_DAYS');
});
