import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/** A number or an address, by the keyed hashes that it may have been kept under. */
export type ContactIndex = { readonly phone: readonly string[] } | { readonly email: readonly string[] };

const hashesOf = (contact: ContactIndex): readonly string[] => ('phone' in contact ? contact.phone : contact.email);

/** Lets an invitation to a number or address and its proof by an account come one after the other. */
export async function lockContact(trx: Db, contact: ContactIndex): Promise<void> {
  // The same whichever key a process seals with.
  const [key = ''] = hashesOf(contact).toSorted();
  await sql`select pg_advisory_xact_lock(hashtextextended(${`invited:${key}`}, 0))`.execute(trx);
}

/**
 * Gives the invitations that wait for this number or address to the account that has proved it, and forgets its hash. Their
 * version stays: their senders do not learn of it.
 */
export async function giveInvitations(trx: Db, accountId: string, contact: ContactIndex, now: Date) {
  const column = sql.ref('phone' in contact ? 'i.phone_index' : 'i.email_index');
  const { rows } = await sql<{ id: string; title: string; expires_at: string }>`
    update company_invitation i set account_id = ${accountId}::bigint, phone_index = null, email_index = null
    where ${column} = any(${hashesOf(contact)}::text[]) and i.state = 'waiting' and i.account_id is null
      and i.expires_at > ${now.toISOString()}::timestamptz
      and not exists (select from company_member m where m.company_id = i.company_id and m.account_id = ${accountId}::bigint)
      and not exists (select from company_invitation o
        where o.company_id = i.company_id and o.account_id = ${accountId}::bigint and o.state = 'waiting')
    returning i.id, i.title, i.expires_at`.execute(trx);
  return rows;
}
