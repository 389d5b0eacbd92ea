import type { Db } from './database.ts';
import type { Vault } from './vault.ts';

/** The hash that precedes the first entry of the audit log. */
export const GENESIS = 'genesis';

/** What the key of an anchor, and of an entry, is for. */
export const ANCHOR = 'audit anchor';
export const ENTRY = 'audit entry';

/** What an anchor is sealed over: its entry, and by the hash of that all entries before. */
export const anchoredText = ({ entry_id: id, hash }: { entry_id: string; hash: string }): string => `${id}\n${hash}`;

/**
 * Anchors the audit log at its last entry under the key that seals now: what is before it was taken as right by the
 * holder of the key, and what comes after must be sealed entry by entry. For logs of before there were seals, and for a change of keys.
 */
export async function anchorLog(trx: Db, vault: Vault): Promise<void> {
  const end = await trx
    .selectFrom('audit_log')
    .select(['id', 'hash'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const anchor = { entry_id: end?.id ?? '0', hash: end?.hash ?? GENESIS };
  await trx
    .insertInto('audit_anchor')
    .values({ ...anchor, seal: vault.sign(anchoredText(anchor), ANCHOR) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
