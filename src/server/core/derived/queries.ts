import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import { runText } from '#server/db/prepared.ts';
import type { Statement } from '#server/db/read-queries.ts';
import { PLANNED_ONCE } from '#server/db/planned-once.ts';
import type { LogInsert } from '#server/core/changes/queries.ts';
import { type Edge, edgesInsert } from './finding/edge-queries.ts';

/** Marks of so many records that were written together are worked off at once; those of more are waited for. */
const FEW_RECORDS = 500;

/** A record whose values that are worked out of others may be wrong: those of one group. */
export interface Mark {
  readonly objectApiName: string;
  readonly groupKey: string;
  readonly recordId: string;
}

/** Marks of one record are kept as one row, their groups between blanks: rows are what writing and taking them costs. */
const BETWEEN_GROUPS = ' ';

/** Marks with the record whose write they follow from, and what is written with them: edges that were gained, and the log. */
interface Notes {
  readonly marks: readonly Mark[];
  readonly cause: string | null;
  readonly edges?: readonly Edge[];
  readonly logs?: readonly LogInsert[];
}

/**
 * Appends marks; they are never updated, so that no writer waits for another. All that is noted of a write is one statement:
 * those who write often wait for its way there and back.
 */
export async function insertMarks(trx: Db, { marks, cause, edges = [], logs = [] }: Notes): Promise<void> {
  const inserts = [
    ...(marks.length > 0 ? [marksInsert(marks, cause)] : []),
    ...(edges.length > 0 ? [edgesInsert(edges)] : []),
    ...logs.map(({ insert }) => insert),
  ];
  const last = inserts.pop();
  if (!last) return;
  const before = inserts.map((insert, at) => sql`${sql.ref(`noted${at}`)} as (${insert})`);
  const once = logs.some(({ readsTables }) => readsTables) ? sql`` : PLANNED_ONCE;
  await sql`${once}${before.length > 0 ? sql`with ${sql.join(before)}` : sql``} ${last}`.execute(trx);
}

function marksInsert(marks: readonly Mark[], cause: string | null): RawBuilder<unknown> {
  const byRecord = Map.groupBy(marks, ({ objectApiName, recordId }) => `${objectApiName} ${recordId}`);
  const rows = [...byRecord.values()].map((own) => ({
    object: own[0]?.objectApiName ?? '',
    id: own[0]?.recordId ?? '',
    keys: own.map(({ groupKey }) => groupKey).join(BETWEEN_GROUPS),
  }));
  return sql`
    insert into derived_mark (object_api_name, group_key, record_id, cause)
    select m.object, m.keys, m.id, ${cause}::text
    from unnest(${rows.map(({ object }) => object)}::text[], ${rows.map(({ keys }) => keys)}::text[],
      ${rows.map(({ id }) => id)}::bigint[]) as m(object, keys, id)`;
}

/** Marks every record of an object that names one of these records by a reference. */
export async function markReferrers(
  trx: Db,
  { objectApiName, groupKey, link }: { objectApiName: string; groupKey: string; link: string },
  ids: readonly string[],
  cause: string | null,
): Promise<void> {
  await sql`
    insert into derived_mark (object_api_name, group_key, record_id, cause)
    select ${objectApiName}, ${groupKey}, id, ${cause}::text from ${sql.table(objectApiName)}
    where ${sql.ref(link)} = any(${ids}::bigint[])`.execute(trx);
}

/** Marks the homes behind records that were marked, in the words of each; gives them. */
export async function markLed(
  trx: Db,
  { objectApiName, groupKey }: Omit<Mark, 'recordId'>,
  homes: Statement,
): Promise<Mark[]> {
  const { text, values } = homes;
  const about = [objectApiName, groupKey].map((_, at) => `$${values.length + at + 1}::text`).join(', ');
  const rows = await runText<{ id: string }>(
    trx,
    `insert into derived_mark (object_api_name, group_key, record_id, cause)
     select ${about}, id, cause from (${text}) l returning record_id as id`,
    [...values, objectApiName, groupKey],
  );
  return rows.map(({ id }) => ({ objectApiName, groupKey, recordId: String(id) }));
}

/** Marks every record of an object: what its values follow from was filled in for all records at once. */
export async function markAll(trx: Db, objectApiName: string, groupKey: string, cause: string): Promise<void> {
  await sql`
    insert into derived_mark (object_api_name, group_key, record_id, cause)
    select ${objectApiName}, ${groupKey}, id, ${cause}::text from ${sql.table(objectApiName)}`.execute(trx);
}

/** A mark that was taken: what is worked out again for it, and what it goes back to on failure. */
export interface TakenMark {
  readonly groupKey: string;
  readonly recordId: string;
  readonly cause: string | null;
  readonly tries: number;
}

interface TakenRow {
  group_key: string;
  record_id: string;
  cause: string | null;
  tries: number;
}

const taken = ({ group_key, record_id, cause, tries }: TakenRow): TakenMark[] =>
  group_key.split(BETWEEN_GROUPS).map((groupKey) => ({ groupKey, recordId: String(record_id), cause, tries }));

/** Where marks are taken: behind one record of an object, at most so many. */
export interface MarkSlice {
  readonly objectApiName: string;
  readonly after: string;
  readonly limit: number;
}

/**
 * Takes marks of the next records of an object that no other process is taking, in the order of the records, so that many
 * marks of one record are worked off together; those that failed wait for a while. `rows` are counted against the limit.
 */
export async function takeMarks(
  trx: Db,
  { objectApiName, after, limit }: MarkSlice,
  now: Date,
): Promise<{ readonly marks: TakenMark[]; readonly rows: number }> {
  const { rows } = await sql<TakenRow>`
    delete from derived_mark where seq in (
      select seq from derived_mark where object_api_name = ${objectApiName} and record_id > ${after}::bigint
        and (tries = 0 or at + (interval '1 second' * power(4, tries)) <= ${now}::timestamptz)
      order by record_id limit ${limit} for update skip locked)
    returning group_key, record_id, cause, tries`.execute(trx);
  return { marks: rows.flatMap(taken), rows: rows.length };
}

/** The groups that marks name, as they are kept. */
export const groupsIn = (keys: readonly string[]): ReadonlySet<string> =>
  new Set(keys.flatMap((some) => some.split(BETWEEN_GROUPS)));

/** Takes the marks of some records that no other process has taken, by object. */
export async function takeMarksOf(
  trx: Db,
  records: readonly Pick<Mark, 'objectApiName' | 'recordId'>[],
): Promise<Map<string, TakenMark[]>> {
  const { rows } = await sql<TakenRow & { object_api_name: string }>`
    delete from derived_mark where seq in (
      select m.seq from derived_mark m
      join unnest(${records.map(({ objectApiName }) => objectApiName)}::text[],
        ${records.map(({ recordId }) => recordId)}::bigint[]) as w(object, id)
        on m.object_api_name = w.object and m.record_id = w.id
      for update of m skip locked)
    returning object_api_name, group_key, record_id, cause, tries`.execute(trx);
  const byObject = Map.groupBy(rows, ({ object_api_name: object }) => object);
  return new Map([...byObject].map(([object, own]) => [object, own.flatMap(taken)]));
}

/**
 * Begins a transaction that works off marks: no definition of these objects is saved until it ends, and a lock that is held
 * for longer than `lockWaitMs` (0: for ever) ends it. What it does is done again after a crash, since its marks come back
 * with it; so its end does not wait for the disk. Gives the versions and revisions.
 */
export async function beginWork(
  trx: Db,
  apiNames: readonly string[],
  lockWaitMs: number,
): Promise<Map<string, { readonly version: number; readonly revision: number }>> {
  const { rows } = await sql<{ api_name: string; version: number; revision: number }>`
    with settings as materialized (
      select set_config('synchronous_commit', 'off', true), set_config('lock_timeout', ${String(lockWaitMs)}, true))
    select o.api_name, o.version, o.revision from settings cross join meta_object o
    where o.api_name = any(${apiNames}::text[]) order by o.api_name for share of o`.execute(trx);
  return new Map(rows.map(({ api_name, version, revision }) => [api_name, { version, revision }]));
}

/** Puts marks back that could not be worked off, to be tried again later. */
export async function returnMarks(
  db: Db,
  objectApiName: string,
  marks: readonly TakenMark[],
  now: Date,
): Promise<void> {
  await sql`
    insert into derived_mark (object_api_name, group_key, record_id, cause, tries, at)
    select ${objectApiName}, "groupKey", "recordId"::bigint, cause, tries + 1, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(marks)}::jsonb)
      as m("groupKey" text, "recordId" text, cause text, tries integer)`.execute(db);
}

/**
 * Objects that have marks. `isRipe` says that it is time to work them off: those of a few records at once, and of single
 * writes however many users make; those of many records that were written together when no more have come for a second, as
 * at the end of an import, or the oldest has waited for ten.
 */
export async function markedObjects(db: Db): Promise<{ objectApiName: string; isRipe: boolean }[]> {
  const { rows } = await sql<{ objectApiName: string; isRipe: boolean }>`
    select object_api_name as "objectApiName",
      count(distinct record_id) filter (where cause is null or strpos(cause, '#') = 0) <= ${FEW_RECORDS} or max(at) < now() - interval '1 second'
        or min(at) < now() - interval '10 seconds' as "isRipe"
    from derived_mark group by 1`.execute(db);
  return rows;
}

/** Begins to keep the edges of a link. `isNew`: the object has no records, so that nothing is to be filled in. */
export async function followLink(trx: Db, objectApiName: string, field: string, isNew: boolean): Promise<void> {
  const { rows } = await sql`
    insert into derived_link (object_api_name, field_api_name, done) values (${objectApiName}, ${field}, ${isNew})
    on conflict do nothing returning id`.execute(trx);
  if (rows.length === 0) return;
  // Who is writing records now is waited for; who comes later keeps the edges of this link too.
  await reviseSources(trx, [objectApiName]);
}

/** The day that a group is right on; the first one is remembered where there is none. Held until the transaction ends. */
export async function dayOf(trx: Db, key: string, today: string): Promise<string> {
  await sql`insert into derived_day (group_key, day) values (${key}, ${today}) on conflict do nothing`.execute(trx);
  const { rows } = await sql<{ day: string }>`
    select day::text as day from derived_day where group_key = ${key} for update`.execute(trx);
  return rows[0]?.day ?? today;
}

export async function moveDay(trx: Db, key: string, today: string): Promise<void> {
  await sql`update derived_day set day = ${today} where group_key = ${key}`.execute(trx);
}

/** Tells the writers of objects that something else is worked out of their records; those who are writing are waited for. */
export async function reviseSources(trx: Db, apiNames: readonly string[]): Promise<void> {
  await sql`
    update meta_object set revision = revision + 1 where api_name in (
      select api_name from meta_object where api_name = any(${apiNames}::text[]) order by api_name for update)`.execute(
    trx,
  );
}
