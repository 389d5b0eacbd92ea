import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { typedColumns } from '#tests/support/databases/typed-tables.ts';

interface Column {
  readonly table: string;
  readonly column: string;
  readonly nullable: boolean;
}

let test: TestApp;
let actual: readonly Column[];
beforeAll(async () => {
  test = await openTestApp();
  const { rows } = await sql<Column>`
    select c.relname as "table", a.attname as "column", not a.attnotnull as nullable
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = current_schema() and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped`.execute(
    test.services.database.db,
  );
  actual = rows;
});
afterAll(() => test.close());

const named = ({ table, column }: Pick<Column, 'table' | 'column'>) => `${table}.${column}`;

describe('The types of the tables', () => {
  it('name the columns that the database has, all of them and no others', () => {
    const typed = typedColumns();
    const tables = new Set(typed.map(({ table }) => table));
    expect(typed.length).toBeGreaterThan(200);
    const there = actual.filter(({ table }) => tables.has(table)).map(named);
    expect(typed.map(named).toSorted()).toEqual(there.toSorted());
  });

  it('say of each column whether it may be null', () => {
    const nullable = new Map(actual.map((column) => [named(column), column.nullable]));
    const wrong = typedColumns().filter((column) => column.nullable !== nullable.get(named(column)));
    expect(wrong.map(named)).toEqual([]);
  });
});
