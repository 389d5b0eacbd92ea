import type pg from 'pg';
import { Failure } from '#shared/errors.ts';
import * as catalog from './catalog-queries.ts';

/** One thing of a database and the statement that makes it again. */
export interface Made {
  /** What it is and its name, as in `index account_phone_idx`: no two are called alike. */
  readonly name: string;
  readonly sql: string;
}

/** A table whose rows are kept. Generated columns are worked out again. */
export interface TableShape {
  readonly name: string;
  readonly columns: readonly string[];
}

/** All that the database has beside its rows, in an order in which it can be made. */
export interface Schema {
  /** Types, functions, sequences and tables: what rows need. */
  readonly before: readonly Made[];
  readonly tables: readonly TableShape[];
  /** Columns of views, each with its type. */
  readonly views: readonly TableShape[];
  /** Keys, checks, indexes, triggers and views: they come when the rows are there, which is quicker. */
  readonly after: readonly Made[];
}

/** The one schema that the product keeps its tables in. */
export const SCHEMA = 'public';

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

interface Row {
  readonly name: string;
  readonly sql: string;
}

async function read(client: pg.ClientBase, kind: string, query: string): Promise<Made[]> {
  const { rows } = await client.query<Row>(query);
  return rows.map(({ name, sql }) => ({ name: `${kind} ${name}`, sql }));
}

/**
 * Describes a database whose session reads in one snapshot, with `search_path` set to the schema and nothing else.
 * @throws Failure naming what is there that this could not make again
 */
export async function describeSchema(client: pg.ClientBase): Promise<Schema> {
  const { rows: strange } = await client.query<Row>(catalog.STRANGE);
  if (strange.length > 0)
    throw new Failure(
      'UNAVAILABLE',
      `数据库中有不是由本产品建立、备份无法包含的内容：${strange.map(({ name }) => name).join('、')}。请把它们移到其他数据库。`,
    );
  const { rows: tables } = await client.query<TableShape>(catalog.TABLES);
  const { rows: views } = await client.query<TableShape>(catalog.VIEW_COLUMNS);
  return {
    tables,
    views,
    before: [
      ...(await read(client, 'type', catalog.TYPES)),
      ...(await read(client, 'function', catalog.FUNCTIONS)),
      ...(await read(client, 'sequence', catalog.SEQUENCES)),
      ...(await read(client, 'table', catalog.TABLE_STATEMENTS)),
      ...(await read(client, 'column', catalog.COLUMN_SETTINGS)),
      ...(await read(client, 'function', catalog.FUNCTIONS_OF_TABLES)),
    ],
    after: [
      ...(await read(client, 'owned sequence', catalog.OWNED_SEQUENCES)),
      ...(await read(client, 'constraint', catalog.CONSTRAINTS)),
      ...(await read(client, 'index', catalog.INDEXES)),
      ...(await read(client, 'foreign key', catalog.FOREIGN_KEYS)),
      ...inOrder(await viewsOf(client)),
      ...(await read(client, 'trigger', catalog.TRIGGERS)),
      ...(await read(client, 'comment', catalog.COMMENTS)),
    ],
  };
}

interface View extends Made {
  readonly needs: readonly string[];
}

async function viewsOf(client: pg.ClientBase): Promise<View[]> {
  const { rows } = await client.query<Row & { readonly needs: readonly string[] }>(catalog.VIEWS);
  return rows.map(({ name, sql, needs }) => ({
    name: `view ${name}`,
    sql,
    needs: needs.map((each) => `view ${each}`),
  }));
}

/** Views behind those that they read. */
function inOrder(views: readonly View[]): Made[] {
  const done = new Map<string, Made>();
  const byName = new Map(views.map((view) => [view.name, view]));
  const take = ({ name, sql, needs }: View): void => {
    if (done.has(name)) return;
    for (const each of needs) {
      const needed = byName.get(each);
      if (needed) take(needed);
    }
    done.set(name, { name, sql });
  };
  views.forEach(take);
  return [...done.values()];
}

const isView = ({ name }: Made): boolean => name.startsWith('view ');

/**
 * In what two descriptions differ: names of what is only in one, or not made by the same statement. Views are compared by
 * their columns: a server writes their text in its own way, and once more otherwise when it is read again.
 */
export function schemaDifferences(one: Schema, other: Schema): string[] {
  const made = ({ before, after, tables, views }: Schema) =>
    new Map([
      ...[...before, ...after.filter((each) => !isView(each))].map(({ name, sql }) => [name, sql] as const),
      ...tables.map(({ name, columns }) => [`rows ${name}`, columns.join()] as const),
      ...views.map(({ name, columns }) => [`view ${name}`, columns.join()] as const),
    ]);
  const [left, right] = [made(one), made(other)];
  return [...new Set([...left.keys(), ...right.keys()])].filter((name) => left.get(name) !== right.get(name));
}
