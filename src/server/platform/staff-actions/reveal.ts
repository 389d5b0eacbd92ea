import type { Member } from '#shared/policy/actor.ts';
import type { Db } from '#server/db/database.ts';
import { type AuditEntry, writeAudit } from '#server/platform/audit/audit-log.ts';
import type { StaffActionDeps } from './staff-action.ts';

/** What is opened, and why. */
type Revealed = Pick<AuditEntry, 'action' | 'target' | 'reason' | 'details'>;

/**
 * Opens one sealed value for staff: the only way by which they read one of another person. The value leaves the server
 * only together with its entry in the audit log, which names the reason and never the value.
 * `open` locks the account of the actor, who must still have the duty. @throws what `open` throws.
 */
export async function revealSealed(
  { db, now }: Pick<StaffActionDeps, 'db' | 'now'>,
  actor: Member,
  { reason, ...what }: Revealed,
  open: (trx: Db) => Promise<string>,
): Promise<string> {
  return db.transaction().execute(async (trx) => {
    const value = await open(trx);
    await writeAudit(trx, { actor, ...what, reason: reason.trim() }, now());
    return value;
  });
}
