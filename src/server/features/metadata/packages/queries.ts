import { sql } from 'kysely';
import type { PackageContents, PackageMapping, PackageView } from '#schemas/metadata/package.ts';
import type { ImportMapping } from '#schemas/metadata/import-mapping.ts';
import type { Db } from '#server/db/database.ts';
import type { Written } from './written.ts';

/** A view for everyone as it is now. */
export interface SharedView extends PackageView {
  readonly id: string;
  readonly version: number;
}

/** Views for everyone of some objects; of two with one name the older. */
export async function sharedViews(db: Db, objects: readonly string[]): Promise<SharedView[]> {
  const { rows } = await sql<SharedView>`
    select distinct on (object_api_name, name) id, object_api_name as "objectApiName", name, state, version
    from saved_view where sharing = 'everyone' and removed_at is null and object_api_name = any(${[...objects]}::text[])
    order by object_api_name, name, id`.execute(db);
  return rows;
}

export async function insertSharedView(
  trx: Db,
  {
    id,
    view,
    owner,
    now,
  }: { readonly id: string; readonly view: PackageView; readonly owner: string | null; readonly now: Date },
): Promise<void> {
  await sql`
    insert into saved_view (id, object_api_name, owner_id, name, state, sharing, updated_at)
    values (${id}, ${view.objectApiName}, ${owner}::bigint, ${view.name}, ${view.state}, 'everyone',
      ${now.toISOString()}::timestamptz)`.execute(trx);
}

/** Changes a view from one version to the next; null removes it. False where it is at another version by now. */
export async function changeSharedView(
  trx: Db,
  {
    id,
    version,
    state,
    now,
  }: { readonly id: string; readonly version: number; readonly state: string | null; readonly now: Date },
): Promise<boolean> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const { numAffectedRows } = await sql`
    update saved_view set version = version + 1, updated_at = ${at}, state = coalesce(${state}, state),
      removed_at = case when ${state}::text is null then ${at} end
    where id = ${id} and version = ${version}::integer and removed_at is null`.execute(trx);
  return numAffectedRows === 1n;
}

interface KeptMapping extends PackageMapping {
  readonly version: number;
}

/** Mappings that are kept for some objects. */
export async function keptMappings(db: Db, objects: readonly string[]): Promise<KeptMapping[]> {
  const { rows } = await sql<KeptMapping>`
    select object_api_name as "objectApiName", name, mapping, version from kept_mapping
    where object_api_name = any(${[...objects]}::text[]) order by object_api_name, name`.execute(db);
  return rows;
}

/** The newest mapping of each source that was brought in to the end, by object. */
export async function usedMappings(db: Db, objects: readonly string[]): Promise<PackageMapping[]> {
  const { rows } = await sql<PackageMapping>`
    select distinct on (object_api_name, mapping ->> 'source') object_api_name as "objectApiName",
      mapping ->> 'source' as name, mapping - 'notify' as mapping
    from import_job
    where mapping is not null and result is not null and object_api_name = any(${[...objects]}::text[])
    order by object_api_name, mapping ->> 'source', created_at desc`.execute(db);
  return rows;
}

/** Keeps a mapping on top of a version of it; undefined removes it. False where it is at another version by now. */
export async function putMapping(
  trx: Db,
  { objectApiName, name }: { readonly objectApiName: string; readonly name: string },
  version: number,
  mapping: ImportMapping | undefined,
  now: Date,
): Promise<boolean> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const json = mapping && JSON.stringify(mapping);
  const { numAffectedRows } =
    json === undefined
      ? await sql`delete from kept_mapping where object_api_name = ${objectApiName} and name = ${name}
          and version = ${version}::integer`.execute(trx)
      : version === 0
        ? await sql`insert into kept_mapping (object_api_name, name, mapping, version, updated_at)
            values (${objectApiName}, ${name}, ${json}::jsonb, 1, ${at}) on conflict do nothing`.execute(trx)
        : await sql`update kept_mapping set mapping = ${json}::jsonb, version = version + 1, updated_at = ${at}
            where object_api_name = ${objectApiName} and name = ${name} and version = ${version}::integer`.execute(trx);
  return numAffectedRows === 1n;
}

/** A package that was brought in. */
export interface ImportRow {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly at: string;
  readonly author: string;
  readonly account: string | null;
  readonly written: readonly Written[];
  readonly undone_at: string | null;
  readonly undone_by: string | null;
  readonly undone_account: string | null;
}

export async function insertImport(
  trx: Db,
  row: Pick<ImportRow, 'name' | 'title' | 'author' | 'written'> & {
    readonly checksum: string;
    readonly contents: PackageContents;
  },
  now: Date,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into package_import (name, title, checksum, contents, written, author, at)
    values (${row.name}, ${row.title}, ${row.checksum}, ${JSON.stringify(row.contents)}::jsonb,
      ${JSON.stringify(row.written)}::jsonb, ${row.author}, ${now.toISOString()}::timestamptz)
    returning id::text`.execute(trx);
  return rows[0]?.id ?? '';
}

const MOST_LISTED = 100;

/** Packages that were brought in, the newest first; with `id` that one alone. */
export async function packageImports(db: Db, id: string | null = null): Promise<ImportRow[]> {
  const { rows } = await sql<ImportRow>`
    select p.id::text, p.name, p.title, p.at, p.author, a.name as account, p.written, p.undone_at, p.undone_by,
      u.name as undone_account
    from package_import p left join account a on a.id::text = p.author left join account u on u.id::text = p.undone_by
    where ${id}::bigint is null or p.id = ${id}::bigint order by p.id desc limit ${MOST_LISTED}`.execute(db);
  return rows;
}

/** Marks an import as undone; false where it is already. */
export async function markUndone(trx: Db, id: string, by: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update package_import set undone_by = ${by}, undone_at = ${now.toISOString()}::timestamptz
    where id = ${id}::bigint and undone_at is null`.execute(trx);
  return numAffectedRows === 1n;
}

/** What packages of a name held, the newest first, without those that were undone. */
export async function earlierContents(db: Db, name: string): Promise<PackageContents[]> {
  const { rows } = await sql<{ contents: PackageContents }>`
    select contents from package_import where name = ${name} and undone_at is null order by id desc limit 20`.execute(
    db,
  );
  return rows.map(({ contents }) => contents);
}

/** Versions of definitions that undone packages wrote, as `kind:name:version`: to be without them again was the purpose. */
export async function undoneVersions(db: Db): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ version: string }>`
    select (w ->> 'kind') || ':' || (w ->> 'name') || ':' || (w ->> 'version') as version
    from package_import p, jsonb_array_elements(p.written) w
    where p.undone_at is not null and w ->> 'kind' in ('object', 'optionSet')`.execute(db);
  return new Set(rows.map(({ version }) => version));
}
