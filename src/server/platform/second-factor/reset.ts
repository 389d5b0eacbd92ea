import { Failure } from '#shared/errors.ts';
import type { Db } from '#server/db/database.ts';
import { type AuditEntry, writeAudit } from '#server/platform/audit/audit-log.ts';
import { deleteFactor } from './queries.ts';

/**
 * Takes the second factor of another account away within the transaction of the caller, who ends its sessions and announces
 * it: its owner lost phone and recovery codes. @throws Failure CONFLICT where there is none.
 */
export async function resetFactor(
  trx: Db,
  entry: Pick<AuditEntry, 'actor' | 'reason'> & { readonly accountId: string },
  now: Date,
): Promise<void> {
  const { accountId, actor, reason } = entry;
  if (!(await deleteFactor(trx, accountId))) throw new Failure('CONFLICT', '该账号尚未开启两步验证');
  const target = { kind: 'account', id: accountId };
  await writeAudit(trx, { actor, action: 'user.factorReset', target, reason }, now);
}
