import { type Insertable, sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';
import type { ChainedEntry, ChainEnd } from './chain.ts';

/** Any number will do, as long as it is ours. */
const AUDIT_LOCK = 7_315_202;

/** The end of the chain, kept from growing elsewhere until the transaction is over; undefined when the log is empty. */
export async function lockChainEnd(trx: Db): Promise<ChainEnd | undefined> {
  await sql`select pg_advisory_xact_lock(${AUDIT_LOCK})`.execute(trx);
  return chainEnd(trx);
}

/** The entry with the greatest number. */
export const chainEnd = (db: Db): Promise<ChainEnd | undefined> =>
  db.selectFrom('audit_log').select(['id', 'hash']).orderBy('id', 'desc').limit(1).executeTakeFirst();

/** The hash that an entry claims to have. */
export const entryHash = (db: Db, id: string): Promise<ChainEnd | undefined> =>
  db.selectFrom('audit_log').select(['id', 'hash']).where('id', '=', id).executeTakeFirst();

/** All anchors of the log: see db/anchor-log.ts. */
export const anchorsOf = (db: Db): Promise<{ entry_id: string; hash: string; seal: string }[]> =>
  db.selectFrom('audit_anchor').select(['entry_id', 'hash', 'seal']).execute();

export async function insertEntry(trx: Db, entry: Insertable<Tables['audit_log']>): Promise<void> {
  await trx.insertInto('audit_log').values(entry).execute();
}

/** Up to `limit` entries behind a number, oldest first. */
export const entriesAfter = (db: Db, id: string, limit: number): Promise<ChainedEntry[]> =>
  db.selectFrom('audit_log').selectAll().where('id', '>', id).orderBy('id').limit(limit).execute();
