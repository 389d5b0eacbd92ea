import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PARTIES } from '#server/db/migrations/parties.ts';
import type { TestDatabase } from '#tests/support/databases/database.ts';
import { openMigratedDatabase } from '#tests/support/databases/kept-databases.ts';

let store: TestDatabase;
beforeAll(async () => {
  store = await openMigratedDatabase();
});
afterAll(() => store.drop());

async function keep(apiName: string, definition: object): Promise<void> {
  const json = JSON.stringify({ apiName, version: 3, ...definition });
  await sql`delete from meta_object where api_name = ${apiName}`.execute(store.database.db);
  await sql`insert into meta_object (api_name, version, definition)
    values (${apiName}, 3, ${json}::jsonb)`.execute(store.database.db);
}

const migrateAgain = async () => {
  for (const statement of PARTIES) await sql.raw(statement).execute(store.database.db);
};

const kept = async (apiName: string) =>
  (
    await sql<{ version: number; party: unknown }>`
      select version, definition -> 'party' as party from meta_object where api_name = ${apiName}`.execute(
      store.database.db,
    )
  ).rows[0];

it('objects that staff edited get whom their records lead to, as a new version, once', async () => {
  const fields = [{ apiName: 'company' }, { apiName: 'mine' }];
  await keep('InsightProject', { fields });
  await keep('InsightOrg', { fields, party: { kind: 'company', via: 'company' } });
  await keep('InsightNews', { fields });
  for (let time = 0; time < 2; time += 1) {
    await migrateAgain();
    expect(await kept('InsightProject')).toEqual({ version: 4, party: { kind: 'company', via: 'company' } });
    expect(await kept('InsightOrg')).toEqual({ version: 3, party: { kind: 'company', via: 'company' } });
    expect(await kept('InsightNews')).toEqual({ version: 3, party: null });
  }
  const { rows } = await sql`select version, author, definition -> 'fields' as fields from meta_object_version
    where api_name = 'InsightProject' and version = 4`.execute(store.database.db);
  expect(rows).toEqual([{ version: 4, author: 'system', fields }]);
});

it('an object whose way to the company is hidden leads to no user', async () => {
  await keep('InsightProject', { fields: [{ apiName: 'company', removed: true }] });
  await migrateAgain();
  expect(await kept('InsightProject')).toEqual({ version: 3, party: null });
});
