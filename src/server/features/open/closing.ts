import type { Db } from '#server/db/database.ts';
import { deleteKeys, keysOf } from './keys/queries.ts';

/** Keys of a closed account go with it, and what is kept of their use. */
export const forgetKeys = (trx: Db, accountId: string): Promise<void> => deleteKeys(trx, accountId);

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
