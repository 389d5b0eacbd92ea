import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrate } from '#server/db/migrations.ts';
import { type RepeatableFile, repeatableFiles } from '#server/db/repeatable.ts';
import { openDatabase } from '#server/db/database.ts';
import { onPostgres, openTestDatabase, type TestDatabase } from '#tests/support/databases/database.ts';

const answering = (answer: number): RepeatableFile => ({
  name: 'answers.sql',
  text: `create or replace function answer() returns integer language sql as $$ select ${answer} $$;
    create or replace view answers as select answer() as answer;`,
});
const RETIRED: RepeatableFile = { name: 'retired.sql', text: 'drop function if exists old_answer();' };
let store: TestDatabase;

async function answer(): Promise<number | undefined> {
  const { rows } = await sql<{ answer: number }>`select answer from answers`.execute(store.database.db);
  return rows[0]?.answer;
}

async function functions(name: string): Promise<number> {
  const { rows } = await sql`select from pg_proc where proname = ${name}`.execute(store.database.db);
  return rows.length;
}

const makeOld = () =>
  sql.raw('create function old_answer() returns integer language sql as $$ select 1 $$').execute(store.database.db);

beforeEach(async () => {
  store = await openTestDatabase();
});
afterEach(() => store.drop());

describe('files of functions and views', () => {
  it('are applied by the first start and again by a start that finds them changed', async () => {
    await migrate(store.database, [answering(1)]);
    expect(await answer()).toBe(1);
    await migrate(store.database, [answering(2)]);
    expect(await answer()).toBe(2);
  });

  it('are not applied by a start that finds them as they were', async () => {
    await migrate(store.database, [answering(1)]);
    await sql.raw('drop view answers').execute(store.database.db);
    await migrate(store.database, [answering(1)]);
    await expect(answer()).rejects.toThrow('answers');
  });

  it('are applied again after a migration, which may have dropped a view', async () => {
    await migrate(store.database, [answering(1)]);
    await sql.raw('drop view answers; drop table rate_state; drop table equivalent_pass').execute(store.database.db);
    await sql`delete from migration where name = '0025-rate-state'`.execute(store.database.db);
    await migrate(store.database, [answering(1)]);
    expect(await answer()).toBe(1);
  });

  it('are named when the database refuses one, and nothing of that start is kept', async () => {
    await migrate(store.database, [answering(1)]);
    const broken = { name: 'broken.sql', text: 'create view broken as select nothing' };
    await expect(migrate(store.database, [answering(2), broken])).rejects.toThrow(
      '数据库脚本 broken.sql 无法执行：column "nothing" does not exist',
    );
    expect(await answer()).toBe(1);
  });

  it('that drop what the release before calls wait an hour after the start that saw them first', async () => {
    await migrate(store.database, []);
    await makeOld();
    await migrate(store.database, [RETIRED]);
    await migrate(store.database, [RETIRED]);
    expect(await functions('old_answer')).toBe(1);
    await sql`update repeatable_file set seen_at = seen_at - interval '1 hour'`.execute(store.database.db);
    await migrate(store.database, [RETIRED]);
    expect(await functions('old_answer')).toBe(0);
  });

  it('that drop what is old are applied at once to a new database', async () => {
    await makeOld();
    await migrate(store.database, [RETIRED]);
    expect(await functions('old_answer')).toBe(0);
  });

  it('hold every function of the database but those of triggers, which belong to the migration of their table', async () => {
    await migrate(store.database);
    const { rows } = await sql<{ name: string }>`
      select proname as name from pg_proc where pronamespace = current_schema()::regnamespace
        and prorettype <> 'trigger'::regtype`.execute(store.database.db);
    const held = repeatableFiles().flatMap(({ text }) =>
      [...text.matchAll(/^create or replace function (\w+)/gm)].map(([, name = '']) => name),
    );
    expect(rows.map(({ name }) => name).toSorted()).toEqual(held.toSorted());
  });
});

describe('processes that start at the same time', () => {
  it.skipIf(!onPostgres)('apply the files one after the other', async () => {
    const others = await Promise.all([1, 2, 3].map(() => openDatabase(store.address)));
    await Promise.all([store.database, ...others].map((database) => migrate(database, [answering(1)])));
    await Promise.all([store.database, ...others].map((database, index) => migrate(database, [answering(index)])));
    for (const other of others) await other.close();
    expect([0, 1, 2, 3]).toContain(await answer());
  });
});
