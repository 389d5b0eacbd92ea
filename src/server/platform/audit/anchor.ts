import { Failure } from '#shared/errors.ts';
import { anchorLog } from '#server/db/anchor-log.ts';
import type { Database } from '#server/db/database.ts';
import { writeAudit } from './audit-log.ts';
import { verifyWholeLog } from './verification.ts';

/**
 * Takes the log as it is for right, under the key that seals now. The log says so, with what did not hold.
 * @throws Failure INVALID_BODY without a reason, CONFLICT where the chain itself is broken
 */
export async function anchorWithReason(database: Database, given: string, now: Date): Promise<void> {
  const reason = given.trim();
  if (reason === '') throw new Failure('INVALID_BODY', '请说明重新锚定操作日志的原因。');
  const chain = await verifyWholeLog({ db: database.db, vault: null });
  if (!chain.holds) throw new Failure('CONFLICT', `操作日志的哈希链已断开，不能锚定：${chain.lines.join(' ')}`);
  const before = await verifyWholeLog(database);
  await database.db.transaction().execute(async (trx) => {
    const target = { kind: 'log', id: chain.lines.at(-1)?.split(':')[0] ?? '0' };
    const details = before.holds ? {} : { before: before.lines[0] };
    await writeAudit(trx, { actor: null, action: 'log.anchored', target, reason, details }, now);
    await anchorLog(trx, database.vault);
  });
}
