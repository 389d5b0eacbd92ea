import { sql } from 'kysely';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { isEmptyIn } from '#generators/back-fill-storage.ts';
import { lastNumber, YEAR_SQL } from '#generators/number-storage.ts';
import { sequenceOf } from '#generators/numbers.ts';
import { quote } from '#generators/storage.ts';
import type { Db } from '#server/db/database.ts';

/** A field whose kept records are filled after the save that asked for it. */
export interface FillOrder {
  readonly objectApiName: string;
  readonly field: string;
  /** The number that the first of them gets; the numbers behind it are kept back for the others. */
  readonly next?: string;
}

/** What was asked for, with the id of the work. */
export type FillJob = FillOrder & { readonly id: string };

/** A record that has nothing in a field, and the year in which it was first seen. */
export interface EmptyRecord {
  readonly id: string;
  readonly year: string;
}

/** How many records have nothing in a field, counting no further than `most`; all, where the field has no columns yet. */
export async function emptyRecords(
  db: Db,
  table: string,
  field: FieldDefinition | undefined,
  most: number,
): Promise<number> {
  const empty = sql.raw(`select from ${quote(table)} where ${field ? isEmptyIn(field) : 'true'}`);
  const { rows } = await sql<{ count: string }>`
    select count(*)::text as count from (${empty} limit ${most}) counted`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/** Fields of an object whose records are still being filled, with what ended the last attempt; the oldest order first. */
export async function pendingFills(db: Db, objectApiName: string) {
  const { rows } = await sql<{ field: string; problem: string | null }>`
    select fill ->> 'field' as field, problem from index_job
    where done_at is null and fill ->> 'objectApiName' = ${objectApiName} order by id`.execute(db);
  return rows;
}

/** The next records that have nothing in a field, those that were first seen before others first. */
export async function emptyOldest(db: Db, table: string, field: FieldDefinition, most: number): Promise<EmptyRecord[]> {
  const empty = sql.raw(`select id::text as id, ${YEAR_SQL} as year from ${quote(table)} where ${isEmptyIn(field)}`);
  const { rows } = await sql<EmptyRecord>`
    ${empty} order by "createdAt", ${sql.table(table)}.id limit ${most}`.execute(db);
  return rows;
}

/**
 * Keeps numbers back for all records that have none, where work is left that gives them out: records that are made
 * meanwhile get later ones. In the transaction of a save, while no user can write records of the object.
 */
export async function reserveNumbers(
  trx: Db,
  objectApiName: string,
  table: string,
  field: FieldDefinition,
): Promise<void> {
  const sequence = sequenceOf(table, field);
  const empty = sql.raw(`(select count(*) as count from ${quote(table)} where ${isEmptyIn(field)})`);
  await sql`
    with work as materialized (
      select max(id) as id from index_job where done_at is null
        and fill ->> 'objectApiName' = ${objectApiName} and fill ->> 'field' = ${field.apiName}),
    reserved as materialized (
      select work.id, given.last + 1 as next, setval(${sequence}::regclass, given.last + empty.count) as behind
      from work, ${sql.raw(lastNumber(sequence))} given, ${empty} empty
      where work.id is not null and empty.count > 0)
    update index_job set fill = fill || jsonb_build_object('next', reserved.next::text)
    from reserved where index_job.id = reserved.id`.execute(trx);
}

/** Takes so many of the numbers that were kept back for a work; the first of them. */
export async function takeReserved(trx: Db, id: string, count: number): Promise<bigint> {
  const { rows } = await sql<{ first: string }>`
    update index_job set fill = fill || jsonb_build_object('next', ((fill ->> 'next')::bigint + ${count}::bigint)::text)
    where id = ${id} returning ((fill ->> 'next')::bigint - ${count}::bigint)::text as first`.execute(trx);
  return BigInt(rows[0]?.first ?? 0);
}
