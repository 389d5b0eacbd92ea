import { type RawBuilder, sql } from 'kysely';
import { addressOf } from '#generators/storage.ts';
import type { Db } from '#server/db/database.ts';
import type { FilePlace } from './file-places.ts';

/** A record that names a file, and the field that does. */
export interface NamingRecord {
  readonly objectApiName: string;
  readonly field: string;
  readonly id: string;
}

/** Records of one field that may name the same file: a copy, a record that was merged. */
const MOST_NAMING = 20;

const address = ({ field }: FilePlace): RawBuilder<string> => sql.raw(addressOf(field.apiName));

/** The records that name a file in one of these places. */
export async function recordsNaming(db: Db, places: readonly FilePlace[], url: string): Promise<NamingRecord[]> {
  if (places.length === 0) return [];
  const each = places.map(
    (place) => sql`
      (select ${place.objectApiName}::text as "objectApiName", ${place.field.apiName}::text as field, id::text as id
      from ${sql.table(place.table)} where ${address(place)} = ${url} limit ${MOST_NAMING})`,
  );
  return (await sql<NamingRecord>`${sql.join(each, sql` union all `)}`.execute(db)).rows;
}

/** Addresses of public files that records of one place hold, from behind `after` on. */
export async function publicAddresses(
  db: Db,
  place: FilePlace,
  after: string | undefined,
  limit: number,
): Promise<string[]> {
  const from = after ?? '/files/public/';
  const { rows } = await sql<{ url: string }>`
    select distinct ${address(place)} as url from ${sql.table(place.table)}
    where ${address(place)} > ${from} and ${address(place)} < '/files/public0'
    order by url limit ${limit}`.execute(db);
  return rows.map(({ url }) => url);
}

/** Has every record of one place that names a file name another one instead. Gives how many do. */
export async function nameInstead(trx: Db, place: FilePlace, url: string, next: string): Promise<number> {
  const column = sql.ref(place.field.apiName);
  const { numAffectedRows = 0n } = await sql`
    update ${sql.table(place.table)} set ${column} = jsonb_set(${column}, '{url}', to_jsonb(${next}::text))
    where ${address(place)} = ${url}`.execute(trx);
  return Number(numAffectedRows);
}
