import { createHash } from 'node:crypto';
import type { LogFault } from '#schemas/api/audit-log.ts';

/** An entry as the database gives it back. */
export interface ChainedEntry {
  readonly id: string;
  readonly at: string;
  readonly actor_id: string | null;
  readonly actor_name: string;
  readonly action: string;
  readonly target_kind: string;
  readonly target_id: string;
  readonly reason: string;
  readonly details: unknown;
  readonly previous_hash: string;
  readonly hash: string;
  readonly seal: string | null;
}

/** JSON with its keys in order: what the database gives back need not have them in the order they were written in. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => [key, canonical(inner)]);
}

/** The hash of an entry over all that it says and the entry before it, in hex. */
export function auditHash(previousHash: string, entry: Omit<ChainedEntry, 'previous_hash' | 'hash' | 'seal'>): string {
  const { id, at, actor_id, actor_name, action, target_kind, target_id, reason, details } = entry;
  const content = [id, at, actor_id, actor_name, action, target_kind, target_id, reason, details];
  return createHash('sha256')
    .update(`${previousHash}\n${JSON.stringify(canonical(content))}`)
    .digest('hex');
}

/** The end of the chain that an entry must follow. */
export interface ChainEnd {
  readonly id: string;
  readonly hash: string;
}

/** What is wrong with an entry that should follow `previous`; null when it holds. */
export function faultOf(previous: ChainEnd, entry: ChainedEntry): LogFault | null {
  if (BigInt(entry.id) !== BigInt(previous.id) + 1n) return 'gap';
  if (entry.previous_hash !== previous.hash) return 'link';
  return auditHash(previous.hash, entry) === entry.hash ? null : 'content';
}
