import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PLANNED_ONCE } from '#server/db/planned-once.ts';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let test: TestApp;
beforeAll(async () => (test = await openTestApp()));
afterAll(() => test.close());

it('A connection plans a statement that is to be planned once a single time, whatever its values, and no other', async () => {
  await test.services.database.db.connection().execute(async (db) => {
    for (const value of [1, 2]) {
      const { rows } = await sql`${PLANNED_ONCE}select ${value}::integer as "once"`.execute(db);
      expect(rows).toEqual([{ once: value }]);
      await sql`select ${value}::integer as "again"`.execute(db);
    }
    const { rows } = await sql<{ name: string }>`
      select name from pg_prepared_statements where statement like '%as "once"' or statement like '%as "again"'`.execute(
      db,
    );
    expect(rows).toEqual([{ name: expect.stringMatching(/^once_/) as string }]);
  });
});
