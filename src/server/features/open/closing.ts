import type { Db } from '#server/db/database.ts';
import { deleteKeys, keysOf } from './keys/queries.ts';
import { deleteHooksOf, hooksOf } from './webhooks/queries.ts';

/** Keys and webhooks of a closed account go with it, and what is kept of their use. */
export async function forgetKeysAndWebhooks(trx: Db, accountId: string): Promise<void> {
  await deleteKeys(trx, accountId);
  await deleteHooksOf(trx, accountId);
}

/** The webhooks of a user, for the copy of the user's data. */
export const copyOfWebhooks = async (db: Db, accountId: string) =>
  (await hooksOf(db, accountId)).map(({ name, url, events, object_api_name, filter, created_at }) => ({
    name,
    url,
    events,
    object: object_api_name,
    filter,
    createdAt: created_at,
  }));

/** The keys of a user, for the copy of the user's data. */
export const copyOfKeys = async (db: Db, accountId: string) =>
  (await keysOf(db, accountId)).map(({ name, scopes, addresses, created_at, expires_at, revoked_at, ...used }) => ({
    name,
    scopes,
    addresses,
    createdAt: created_at,
    expiresAt: expires_at,
    revokedAt: revoked_at,
    usedAt: used.used_at,
    usedFrom: used.used_from,
  }));
