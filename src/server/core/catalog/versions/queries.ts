import { sql } from 'kysely';
import type { StorageStep } from '#schemas/api/storage-step.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { OptionSet } from '#schemas/metadata/option-set.ts';
import type { Db } from '#server/db/database.ts';

/** What of one thing has versions. */
export interface Subject {
  readonly kind: 'object' | 'optionSet';
  readonly name: string;
}

/** One saved version as the database has it, with the definition before it. */
export interface VersionRow extends Subject {
  readonly version: number;
  readonly definition: ObjectDefinition | OptionSet;
  readonly before: ObjectDefinition | OptionSet | null;
  readonly steps: readonly StorageStep[];
  readonly author: string;
  /** Name of the account; null when there is none. */
  readonly account: string | null;
  readonly at: string;
  /** `at` to the microsecond, for the next page. */
  readonly mark: string;
}

/** Which versions to read; everything absent asks for all. */
export interface VersionFilter {
  readonly kind?: Subject['kind'] | undefined;
  readonly name?: string | undefined;
  readonly author?: string | undefined;
  readonly version?: number | undefined;
  /** Older than this version. */
  readonly below?: number | undefined;
  /** Older than this place in the order of time. */
  readonly after?: { readonly mark: string; readonly kind: string; readonly name: string; readonly version: number };
}

/** Versions of objects and option sets together, newest first. */
export async function readVersions(db: Db, filter: VersionFilter, limit: number): Promise<VersionRow[]> {
  const { kind = null, name = null, author = null, version = null, below = null, after } = filter;
  const { rows } = await sql<VersionRow>`
    select e.*, e.at::text as mark, account.name as account from (
      select 'object' as kind, v.api_name as name, v.version, v.definition, b.definition as before, v.steps, v.author, v.at
      from meta_object_version v
      left join meta_object_version b on b.api_name = v.api_name and b.version = v.version - 1
      union all
      select 'optionSet', v.name, v.version, v.definition, b.definition, '[]'::jsonb, v.author, v.at
      from option_set_version v
      left join option_set_version b on b.name = v.name and b.version = v.version - 1
    ) e left join account on account.id::text = e.author
    where (${kind}::text is null or e.kind = ${kind}::text)
      and (${name}::text is null or e.name = ${name}::text)
      and (${author}::text is null or e.author = ${author}::text)
      and (${version}::integer is null or e.version = ${version}::integer)
      and (${below}::integer is null or e.version < ${below}::integer)
      and (${after?.mark ?? null}::timestamptz is null or (e.at, e.kind, e.name, e.version) <
        (${after?.mark ?? null}::timestamptz, ${after?.kind ?? ''}::text, ${after?.name ?? ''}::text,
         ${after?.version ?? 0}::integer))
    order by e.at desc, e.kind desc, e.name desc, e.version desc limit ${limit}`.execute(db);
  return rows;
}

/** Who ever saved anything, by account id or hand, with the account's name. */
export async function readAuthors(db: Db): Promise<{ author: string; account: string | null }[]> {
  const { rows } = await sql<{ author: string; account: string | null }>`
    select e.author, account.name as account
    from (select author from meta_object_version union select author from option_set_version) e
    left join account on account.id::text = e.author order by account.name, e.author`.execute(db);
  return rows;
}

/** The newest version of every object and option set, without definitions. */
export async function readLatest(
  db: Db,
): Promise<(Subject & Pick<VersionRow, 'version' | 'author' | 'account' | 'at'>)[]> {
  const { rows } = await sql<Subject & Pick<VersionRow, 'version' | 'author' | 'account' | 'at'>>`
    select e.*, account.name as account from (
      select 'object' as kind, o.api_name as name, v.version, v.author, v.at
      from meta_object o join meta_object_version v on v.api_name = o.api_name and v.version = o.version
      union all
      select 'optionSet', s.name, v.version, v.author, v.at
      from option_set s join option_set_version v on v.name = s.name and v.version = s.version
    ) e left join account on account.id::text = e.author`.execute(db);
  return rows;
}

/** Things that an author other than `hand` ever saved, as `kind:name`. */
export async function savedByOthers(db: Db, hand: string): Promise<Set<string>> {
  const { rows } = await sql<{ subject: string }>`
    select distinct 'object:' || api_name as subject from meta_object_version where author <> ${hand}
    union select distinct 'optionSet:' || name from option_set_version where author <> ${hand}`.execute(db);
  return new Set(rows.map((row) => row.subject));
}

/** About how many rows a table has, as its statistics say; undefined where nothing has been counted yet. */
export async function estimatedRows(db: Db): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ name: string; rows: string }>`
    select c.relname as name, c.reltuples::bigint::text as rows from pg_class c
    join pg_namespace n on n.oid = c.relnamespace join meta_object o on o.api_name = c.relname
    where n.nspname = current_schema() and c.reltuples >= 0`.execute(db);
  return new Map(rows.map((row) => [row.name, Number(row.rows)]));
}

/** Rows of a table, counted up to `limit`. The table's name is the catalog's own. */
export async function countRows(db: Db, table: string, limit: number): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*)::text as count from (select 1 from ${sql.id(table)} limit ${limit}) s`.execute(db);
  return Number(rows[0]?.count ?? 0);
}
