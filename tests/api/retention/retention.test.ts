import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { slowSweeps } from '#server/all-sweeps.ts';
import { History } from '#server/features/records/history.ts';
import { originOf } from '#server/features/corrections/queries.ts';
import { verifyWholeLog } from '#server/platform/audit/verification.ts';
import { insertNoticeForEach } from '#server/platform/notifications/queries.ts';
import { retained, type RetentionDays } from '#server/platform/retention/retention.ts';
import { Sweeps } from '#server/sweeps.ts';
import { openTestApp, type TestApp, TEST_NOW } from '#tests/support/app/test-app.ts';
import { newAccount } from '#tests/support/account/people.ts';
import { DAY_MS } from '#shared/time/durations.ts';

const NOTHING: RetentionDays = { history: 0, contactViews: 0, notices: 0, importKept: 0 };
const OBJECT = 'InsightCompany';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

const at = (days: number): Date => new Date(TEST_NOW.getTime() + days * DAY_MS);

/** What a setting takes away on a day, by name. */
async function swept(days: Partial<RetentionDays>, day: number): Promise<Record<string, number>> {
  const gone: Record<string, number> = {};
  const sweeps = new Sweeps({
    now: () => at(day),
    fail: (_name, error) => {
      throw error;
    },
    swept: (name, count) => (gone[name] = count),
  });
  await sweeps.run(retained(test.services.database.db, { ...NOTHING, ...days }));
  return gone;
}

const count = async (table: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}`.execute(
    test.services.database.db,
  );
  return rows[0]?.count ?? 0;
};

describe('what is kept for days', () => {
  it('is by default what undone imports left alone, and nothing else', () => {
    const names = (days: RetentionDays) => retained(test.services.database.db, days).map(({ name }) => name);
    expect(names({ ...NOTHING, importKept: 90 })).toEqual(['import_kept']);
    expect(names({ history: 90, contactViews: 31, notices: 31, importKept: 90 })).toEqual([
      'record_history',
      'contact_views',
      'notices',
      'import_kept',
    ]);
    const all = slowSweeps(test.services, {
      changeLogDays: 30,
      uploadDir: '/nowhere',
      importDir: '/nowhere',
      bucket: undefined,
      hostedStorage: undefined,
      retention: { ...NOTHING, notices: 31 },
    });
    expect(all.map(({ name }) => name)).toContain('notices');
  });

  it('goes from the history where every value was written over since, and never what says where a value is from', async () => {
    const { database, writer, catalog } = test.services;
    const write = (day: number, values: Record<string, string>) =>
      writer.writeMany(OBJECT, 'test', [{ key: 'one', values }], {
        actor: 'system',
        roles: ['staff'],
        origin: `import:day-${day}.csv`,
        now: at(day),
      });
    await write(0, { name: '鲸鱼科技', introduction: '一' });
    await write(1, { introduction: '二' });
    await write(2, { introduction: '三', brief: '甲' });
    await write(3, { introduction: '四' });
    const { id } = (
      await sql<{
        id: string;
      }>`select record_id::text as id from record_key where key = 'one' and source = 'test'`.execute(database.db)
    ).rows[0] ?? { id: '' };
    const versions = async () =>
      (await new History(database.db, catalog).of(OBJECT, id, () => true)).map(({ version }) => version);
    expect(await versions()).toEqual([4, 3, 2, 1]);
    expect(await swept({ history: 90 }, 80)).toEqual({});
    expect(await swept({ history: 90 }, 100)).toEqual({ record_history: 1 });
    expect(await versions()).toEqual([4, 3, 1]);
    expect(await originOf(database.db, OBJECT, id, 'brief')).toMatchObject({ origin: 'import:day-2.csv' });
    expect(await originOf(database.db, OBJECT, id, 'name')).toMatchObject({ origin: 'import:day-0.csv' });
  });

  it('goes from notices and views of contacts once they are so old, not where a contact was paid for', async () => {
    const { db } = test.services.database;
    const [viewer, seen, paid] = [
      await newAccount(test, { username: 'viewer-of-three', name: '示例甲' }),
      await newAccount(test, { username: 'seen-for-free', name: '示例乙' }),
      await newAccount(test, { username: 'seen-for-coins', name: '示例丙' }),
    ];
    const [first_at, last_at] = [at(0), at(0)];
    const view = { viewer_id: viewer, day: '2026-11-21', terms: 'quota', first_at, last_at } as const;
    const views = [seen, paid].map((target_id) => ({ ...view, target_id, kinds: [] }));
    await db.insertInto('contact_view').values(views).execute();
    const purchase = { viewer_id: viewer, target_id: paid, price: 60, sealed: null, bought_at: at(0) };
    await db.insertInto('contact_purchase').values(purchase).execute();
    const notice = { type: 3, title: '标题', body: '正文', link: null } as const;
    await insertNoticeForEach(db, [viewer], { ...notice, key: 'retention:old' }, at(0));
    await insertNoticeForEach(db, [viewer], { ...notice, key: 'retention:new' }, at(30));
    expect(await swept({ contactViews: 31, notices: 31 }, 30)).toEqual({});
    expect(await swept({ contactViews: 31, notices: 31 }, 40)).toEqual({
      contact_views: 1,
      notices: expect.any(Number),
    });
    const left = await db.selectFrom('contact_view').select('target_id').where('viewer_id', '=', viewer).execute();
    expect(left.map(({ target_id: id }) => id)).toEqual([paid]);
    const notices = await db.selectFrom('notice').select('key').where('account_id', '=', viewer).execute();
    expect(notices.map(({ key }) => key)).toEqual([`retention:new:${viewer}`]);
  });

  it('goes from what undone imports left alone, but not while one is under way', async () => {
    const { db } = test.services.database;
    const job = { object_api_name: OBJECT, file_name: 'a.csv', file_bytes: '1', format: 'csv', note: '', author: '1' };
    for (const [id, state] of [
      ['a'.repeat(32), 'done'],
      ['b'.repeat(32), 'running'],
    ] as const) {
      await db
        .insertInto('import_job')
        .values({ ...job, id, state, created_at: at(0) } as never)
        .execute();
      const rows = Array.from({ length: 2500 }, (_, index) => index + 1);
      await sql`insert into import_kept (job_id, object_api_name, record_id, reason)
        select ${id}, ${OBJECT}, n, 'changed' from unnest(${rows}::bigint[]) n`.execute(db);
    }
    expect(await swept({ importKept: 90 }, 90)).toEqual({});
    expect(await swept({ importKept: 90 }, 91)).toEqual({ import_kept: 2500 });
    expect(await count('import_kept')).toBe(2500);
  });

  it('takes no proof: the audit log holds, and the ledger is whole', async () => {
    const before = [await count('audit_log'), await count('coin_entry')];
    await swept({ history: 90, contactViews: 31, notices: 31, importKept: 1 }, 10_000);
    expect([await count('audit_log'), await count('coin_entry')]).toEqual(before);
    expect((await verifyWholeLog(test.services.database)).holds).toBe(true);
  });
});
