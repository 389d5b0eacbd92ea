import { type Insertable, sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';

const OWN = [
  'id',
  'name',
  'scopes',
  'addresses',
  'days',
  'created_at',
  'expires_at',
  'revoked_at',
  'used_at',
  'used_from',
] as const;

/** The keys of an account, the newest first. */
export const keysOf = (db: Db, accountId: string) =>
  db.selectFrom('api_key').select(OWN).where('account_id', '=', accountId).orderBy('created_at', 'desc').execute();

/** A key of an account, for the transaction that ends it. */
export const lockKey = (trx: Db, accountId: string, id: string) =>
  trx
    .selectFrom('api_key')
    .select(OWN)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/**
 * How the owner of an account can prove to be it. It is locked where its keys are counted, which happens for one at a time.
 */
export const ownerRow = (db: Db, accountId: string, isLocked = true) =>
  db
    .selectFrom('account')
    .select(['id', 'password_hash', 'phone_sealed'])
    .where('id', '=', accountId)
    .where('closed_at', 'is', null)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst();

export async function goodKeys(trx: Db, accountId: string, now: Date): Promise<number> {
  const { n } = await trx
    .selectFrom('api_key')
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now.toISOString())
    .where((eb) => eb.or([eb('revoked_at', 'is', null), eb('revoked_at', '>', now.toISOString())]))
    .executeTakeFirstOrThrow();
  return Number(n);
}

export async function insertKey(trx: Db, key: Insertable<Tables['api_key']>): Promise<void> {
  await trx.insertInto('api_key').values(key).execute();
}

export async function endKey(trx: Db, id: string, at: Date): Promise<void> {
  await trx.updateTable('api_key').set({ revoked_at: at.toISOString() }).where('id', '=', id).execute();
}

/** A key with the account that it speaks for. */
export const keyById = (db: Db, id: string) =>
  db
    .selectFrom('api_key as k')
    .innerJoin('account as a', 'a.id', 'k.account_id')
    .select([
      'k.id',
      'k.account_id',
      'k.secret_hash',
      'k.scopes',
      'k.addresses',
      'k.expires_at',
      'k.revoked_at',
      'k.used_at',
      'k.used_from',
      'k.networks',
      'k.name as key_name',
      'a.name',
      'a.roles',
      'a.vip_type',
      'a.vip_until',
      'a.frozen_at',
      'a.closed_at',
    ])
    .where('k.id', '=', id)
    .executeTakeFirst();

export type KeyRow = NonNullable<Awaited<ReturnType<typeof keyById>>>;

/** Networks of a key that are remembered: one that changes its address every day is not reported for ever. */
const MAX_NETWORKS = 50;

/** Notes that a key is in use and from where. True where it was never used from this network. */
export async function noteKeyUsed(
  db: Db,
  id: string,
  { address, network }: { readonly address: string; readonly network: string },
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<{ is_new: boolean }>`
    update api_key as k set used_at = ${now.toISOString()}::timestamptz, used_from = ${address},
      networks = case when ${network} = any(k.networks) then k.networks
        else (array_append(k.networks, ${network}))[greatest(1, cardinality(k.networks) + 2 - ${MAX_NETWORKS}::integer):] end
    from (select id, networks from api_key where id = ${id} for update) before
    where k.id = before.id returning not ${network} = any(before.networks) as is_new`.execute(db);
  return rows[0]?.is_new ?? false;
}

/** Keys that end on their own before a time, and are not over. */
export const keysEndingBefore = (db: Db, now: Date, before: Date) =>
  db
    .selectFrom('api_key')
    .select(['id', 'account_id', 'name', 'expires_at'])
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .where('expires_at', '<=', before.toISOString())
    .execute();

/** Removes what is kept of keys and of the use of them. */
export async function deleteKeys(trx: Db, accountId: string): Promise<void> {
  await trx.deleteFrom('api_key').where('account_id', '=', accountId).execute();
  await trx.deleteFrom('api_day').where('account_id', '=', accountId).execute();
}
