import { sql, type Selectable } from 'kysely';
import type { Db } from '#server/db/database.ts';
import { phoneColumns } from '#server/db/seal-phones.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Vault } from '#server/db/vault.ts';

/** What signing in needs to know of an account. */
export type PassportAccount = Pick<
  Selectable<Tables['account']>,
  | 'id'
  | 'username'
  | 'password_hash'
  | 'phone_index'
  | 'phone_sealed'
  | 'email_sealed'
  | 'frozen_at'
  | 'roles'
  | 'duties'
  | 'is_sample'
>;

const accounts = (db: Db) =>
  db
    .selectFrom('account')
    .select([
      'account.id',
      'username',
      'password_hash',
      'phone_index',
      'phone_sealed',
      'email_sealed',
      'frozen_at',
      'roles',
      'duties',
      'is_sample',
    ])
    .where('closed_at', 'is', null);

/** An account by its username or by the indexes that its phone number may have. */
export async function accountByLogin(
  db: Db,
  username: string,
  phoneIndexes: readonly string[],
): Promise<PassportAccount | undefined> {
  return accounts(db)
    .where((where) =>
      where.or([
        where('username', '=', username),
        ...(phoneIndexes.length === 0 ? [] : [where('phone_index', 'in', phoneIndexes)]),
      ]),
    )
    .executeTakeFirst();
}

export async function accountByPhone(db: Db, phoneIndexes: readonly string[]): Promise<PassportAccount | undefined> {
  return accounts(db).where('phone_index', 'in', phoneIndexes).executeTakeFirst();
}

/** The account that proved a mail address, by the keyed hashes that it may have. */
export async function accountByEmail(db: Db, emailIndexes: readonly string[]): Promise<PassportAccount | undefined> {
  return accounts(db).where('email_index', 'in', emailIndexes).executeTakeFirst();
}

export async function accountById(db: Db, id: string): Promise<PassportAccount | undefined> {
  return accounts(db).where('account.id', '=', id).executeTakeFirst();
}

/** A new account without a password; undefined when one with the same number was made a moment ago. */
export async function insertAccount(
  trx: Db,
  account: { readonly username: string; readonly name: string; readonly phoneIndex: string | null },
  now: Date,
): Promise<string | undefined> {
  const row = await trx
    .insertInto('account')
    .values({
      username: account.username,
      name: account.name,
      phone_index: account.phoneIndex,
      password_hash: null,
      roles: [],
      vip_type: 0,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('phone_index').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Another account than `id` with a number. */
const holderOf = (trx: Db, phoneIndexes: readonly string[], id: string) =>
  trx.selectFrom('account as other').select('id').where('phone_index', 'in', phoneIndexes).where('id', '<>', id);

/** Gives an account its number, whose index was `old` until then. False when another account has it, or this one no longer has the number `old`. */
export async function setPhone(
  trx: Db,
  vault: Vault,
  id: string,
  { number, old }: { readonly number: string; readonly old: string | null },
): Promise<boolean> {
  const columns = phoneColumns(vault, id, number);
  const { numUpdatedRows } = await trx
    .updateTable('account')
    .set(columns)
    .where('id', '=', id)
    .where(sql<boolean>`phone_index is not distinct from ${old}`)
    .where((where) => where.not(where.exists(holderOf(trx, vault.indexes(number, 'phone'), id))))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function setPasswordHash(trx: Db, id: string, passwordHash: string): Promise<void> {
  await trx.updateTable('account').set({ password_hash: passwordHash }).where('id', '=', id).execute();
}

/** The account that a ticket identifies; undefined when it is used or over. */
export async function accountOfTicket(db: Db, ticketHash: string, now: Date): Promise<PassportAccount | undefined> {
  return accounts(db)
    .innerJoin('reset_ticket', 'reset_ticket.account_id', 'account.id')
    .where('ticket_hash', '=', ticketHash)
    .where('reset_ticket.expires_at', '>', now.toISOString())
    .executeTakeFirst();
}

/** Uses a ticket up; false when another user did or it is over. With it go the other tickets of its account. */
export async function takeTicket(trx: Db, ticketHash: string, accountId: string, now: Date): Promise<boolean> {
  const taken = await trx
    .deleteFrom('reset_ticket')
    .where('ticket_hash', '=', ticketHash)
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now.toISOString())
    .returning('ticket_hash')
    .executeTakeFirst();
  if (taken) await dropTickets(trx, accountId);
  return taken !== undefined;
}

/** Ends the tickets of an account that are still good. */
export async function dropTickets(trx: Db, accountId: string): Promise<void> {
  await trx.deleteFrom('reset_ticket').where('account_id', '=', accountId).execute();
}
