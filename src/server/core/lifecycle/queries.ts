import { type Selectable, sql } from 'kysely';
import { type GoneKind, RESTORABLE_DAYS } from '#schemas/api/lifecycle.ts';
import type { Db } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';

/** A record that was put away, without its row. */
export type GoneRow = Omit<Selectable<Tables['gone_record']>, 'row' | 'keys'>;

const HEAD = [
  'id',
  'object_api_name',
  'record_id',
  'kind',
  'name',
  'reason',
  'actor',
  'at',
  'version',
  'created_by',
  'bulk_id',
] as const;

/** Any number that is ours. */
const FEED_LOCK = 7_315_241;

interface Going {
  readonly kind: GoneKind;
  readonly reason: string;
  readonly actor: string;
  readonly at: Date;
  readonly bulkId: string | null;
}

/** Keeps the rows of records that leave their table, with their natural keys. */
export async function keepGone(
  trx: Db,
  object: { readonly apiName: string; readonly table: string; readonly definition: { readonly nameField: string } },
  ids: readonly string[],
  { kind, reason, actor, at, bulkId }: Going,
): Promise<void> {
  // Entries of the feed are committed in the order of their ids, so that those who read on from one miss none.
  await sql`select pg_advisory_xact_lock(${FEED_LOCK})`.execute(trx);
  const name = sql.ref(`there.${object.definition.nameField}`);
  await sql`
    insert into gone_record
      (object_api_name, record_id, kind, name, reason, actor, at, version, created_by, row, keys, bulk_id)
    select ${object.apiName}, there.id, ${kind}, coalesce(${name}, ''), ${reason}, ${actor}, ${at}::timestamptz,
      there.version, there."createdBy", to_jsonb(there),
      coalesce((select jsonb_agg(jsonb_build_object('source', source, 'key', key)) from record_key
        where object_api_name = ${object.apiName} and record_id = there.id), '[]'), ${bulkId}::bigint
    from ${sql.table(object.table)} as there where there.id = any(${ids}::bigint[])
    on conflict (object_api_name, record_id) do update set id = default, kind = excluded.kind, name = excluded.name,
      reason = excluded.reason, actor = excluded.actor, at = excluded.at, version = excluded.version,
      created_by = excluded.created_by, row = excluded.row, keys = excluded.keys, bulk_id = excluded.bulk_id`.execute(
    trx,
  );
}

/** Lets the feed say of a record that it was merged; nothing is kept here by which it could be brought back. */
export async function keepMergedGone(
  trx: Db,
  gone: { readonly apiName: string; readonly id: string; readonly name: string; readonly version: number },
  { reason, actor, at }: Pick<Going, 'reason' | 'actor' | 'at'>,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(${FEED_LOCK})`.execute(trx);
  await sql`
    insert into gone_record (object_api_name, record_id, kind, name, reason, actor, at, version, keys)
    values (${gone.apiName}, ${gone.id}::bigint, 'merged', ${gone.name}, ${reason}, ${actor}, ${at}::timestamptz,
      ${gone.version}, '[]')`.execute(trx);
}

/** Takes a record that a merge is undone of out of the feed. */
export async function forgetMergedGone(trx: Db, apiName: string, id: string): Promise<void> {
  await trx
    .deleteFrom('gone_record')
    .where('object_api_name', '=', apiName)
    .where('record_id', '=', id)
    .where('kind', '=', 'merged')
    .execute();
}

/** Gives records that are put away their natural keys again, as far as no other record has taken them. */
export async function returnKeys(trx: Db, apiName: string, ids: readonly string[]): Promise<void> {
  await sql`
    insert into record_key (object_api_name, source, key, record_id)
    select gone.object_api_name, kept.source, kept.key, gone.record_id
    from gone_record as gone, jsonb_to_recordset(gone.keys) as kept(source text, key text)
    where gone.object_api_name = ${apiName} and gone.record_id = any(${ids}::bigint[])
    on conflict do nothing`.execute(trx);
}

/** Puts rows back into their table, two versions on: that they went is one, that they are back another. */
export async function returnRows(
  trx: Db,
  object: { readonly apiName: string; readonly table: string },
  ids: readonly string[],
): Promise<void> {
  const table = sql.table(object.table);
  await sql`
    insert into ${table}
    select (jsonb_populate_record(null::${table}, gone.row || jsonb_build_object('version', gone.version + 2))).*
    from gone_record as gone
    where gone.object_api_name = ${object.apiName} and gone.record_id = any(${ids}::bigint[])`.execute(trx);
  await returnKeys(trx, object.apiName, ids);
  await sql`delete from gone_record where object_api_name = ${object.apiName}
    and record_id = any(${ids}::bigint[])`.execute(trx);
}

const inDays = (now: Date) =>
  sql<boolean>`(kind = 'archived' or at > ${now}::timestamptz - make_interval(days => ${RESTORABLE_DAYS}))`;

/** A record that can be brought back, locked; undefined when there is none. */
export const restorable = (trx: Db, id: string, now: Date): Promise<GoneRow | undefined> =>
  trx
    .selectFrom('gone_record')
    .select(HEAD)
    .where('id', '=', id)
    .where('row', 'is not', null)
    .where(inDays(now))
    .forUpdate()
    .executeTakeFirst();

/** Records that one bulk edit archived and that are still so, below an id, newest first; locked. */
export const archivedBy = (trx: Db, bulkId: string, below: string, limit: number): Promise<GoneRow[]> =>
  trx
    .selectFrom('gone_record')
    .select(HEAD)
    .where('bulk_id', '=', bulkId)
    .where('record_id', '<', below)
    .orderBy('record_id', 'desc')
    .limit(limit)
    .forUpdate()
    .execute();

/** A record of an object that was put away. */
export const goneRecord = (db: Db, apiName: string, id: string): Promise<GoneRow | undefined> =>
  db
    .selectFrom('gone_record')
    .select(HEAD)
    .where('object_api_name', '=', apiName)
    .where('record_id', '=', id)
    .executeTakeFirst();

/** What went behind an entry of the feed, in the order it went; what was merged with the id that it leads to now. */
export const goneAfter = (
  db: Db,
  apiName: string,
  after: string,
  limit: number,
): Promise<(GoneRow & { readonly successor: string | null })[]> =>
  db
    .selectFrom('gone_record')
    .select(HEAD)
    .select((of) =>
      of
        .selectFrom('record_alias')
        .select('record_alias.record_id')
        .whereRef('record_alias.object_api_name', '=', 'gone_record.object_api_name')
        .whereRef('record_alias.old_id', '=', 'gone_record.record_id')
        .where('gone_record.kind', '=', 'merged')
        .as('successor'),
    )
    .where('object_api_name', '=', apiName)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();

/** Empties the rows of what was deleted too long ago to be brought back. */
export async function emptyOld(db: Db, now: Date): Promise<void> {
  await sql`update gone_record set row = null, keys = '[]'
    where kind = 'deleted' and row is not null and not ${inDays(now)}`.execute(db);
}
