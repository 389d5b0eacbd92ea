import type { AuditEntry } from '#server/platform/audit/audit-log.ts';

/** How the audit log names the owner: the log is permanent, and a name must not outlive its account there. */
const OWNER = '账号本人';

/** The part of an entry that is the same for all that owners do to their own accounts. */
export const byOwner = (accountId: string): Omit<AuditEntry, 'action'> => ({
  actor: { id: accountId, name: OWNER },
  target: { kind: 'account', id: accountId },
  reason: '本人操作',
});
