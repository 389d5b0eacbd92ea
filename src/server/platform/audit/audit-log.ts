import type { Actor } from '#shared/policy/actor.ts';
import { ENTRY, GENESIS } from '#server/db/anchor-log.ts';
import type { Db } from '#server/db/database.ts';
import { vaultOf } from '#server/db/vault-of.ts';
import { auditHash } from './chain.ts';
import { insertEntry, lockChainEnd } from './queries.ts';

/** One action that is recorded for ever. `details` holds facts, never contact values or secrets. */
export interface AuditEntry {
  /** Who did it; null for the platform itself (a payment callback, a command). */
  readonly actor: Pick<Actor, 'id' | 'name'> | null;
  /** A verb in the past, e.g. `user.frozen`, `coins.granted`, `identity.approved`. */
  readonly action: string;
  /** What it was done to, e.g. kind `account` and the account's id. */
  readonly target: { readonly kind: string; readonly id: string };
  readonly reason: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/**
 * Appends to the audit log within the transaction of the action itself: neither exists without the other. Each entry
 * carries the hash of the one before it, so that what is taken out or changed behind the product's back is found, and a seal
 * of the installation's key, so that those who can write the tables cannot write the chain again.
 */
export async function writeAudit(trx: Db, entry: AuditEntry, now: Date): Promise<void> {
  const last = await lockChainEnd(trx);
  const details = JSON.stringify(entry.details ?? {});
  const row = {
    id: String(BigInt(last?.id ?? 0) + 1n),
    at: now.toISOString(),
    actor_id: entry.actor?.id ?? null,
    actor_name: entry.actor?.name ?? '系统',
    action: entry.action,
    target_kind: entry.target.kind,
    target_id: entry.target.id,
    reason: entry.reason,
  };
  const previous = last?.hash ?? GENESIS;
  // Hashed is what will be read back: JSON knows no undefined and no Date.
  const hash = auditHash(previous, { ...row, details: JSON.parse(details) as unknown });
  await insertEntry(trx, { ...row, details, previous_hash: previous, hash, seal: vaultOf(trx).sign(hash, ENTRY) });
}
