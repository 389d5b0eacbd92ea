import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LEFT_COLUMNS } from '#server/features/merging/left-columns.ts';
import { MOVED_COLUMNS } from '#server/features/merging/register.ts';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';

/** Columns in which an id of a record may be: whole numbers, lists of them, JSON, and texts that are named so. */
const MAY_NAME_RECORDS = sql`
  t.typname in ('int8', '_int8', 'jsonb')
  or t.typname in ('text', '_text') and a.attname ~ '(^|_)(record|company|companies|target|ccid|link)s?(_|$)'`;

const moved = MOVED_COLUMNS.map(({ table, column }) => `${table}.${column}`);
const left = LEFT_COLUMNS.flatMap(({ columns }) => columns);

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

describe('The register of columns that name records', () => {
  it('has every column of the platform that may hold the id of a record, with what a merge does with it or why not', async () => {
    const objects = test.services.catalog.storedObjects.map(({ table }) => table);
    const { rows } = await sql<{ name: string }>`
      select c.relname || '.' || a.attname as name
      from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
        join pg_type t on t.oid = a.atttypid
      where n.nspname = current_schema() and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
        and c.relname <> all(${objects}::text[]) and (${MAY_NAME_RECORDS})
        and a.attidentity = ''
        and not exists (select from pg_constraint k
          where k.contype = 'f' and k.conrelid = c.oid and a.attnum = any(k.conkey))
      order by 1`.execute(test.services.database.db);
    const registered = [...new Set([...moved, ...left])];
    expect(registered.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
  });

  it('has each column once: it moves or it stays', () => {
    expect(left.filter((name) => moved.includes(name))).toEqual([]);
    expect(left.length).toBe(new Set(left).size);
  });
});
