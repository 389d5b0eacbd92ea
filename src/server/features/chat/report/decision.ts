import type { decideReport } from '#schemas/api/reports.ts';
import type { BodyOf } from '#schemas/api/route.ts';
import { Failure } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import { writeAudit } from '#server/platform/audit/audit-log.ts';
import { type NoticeHints, notifyUser } from '#server/platform/notifications/notify-user.ts';
import { reportDecided } from '#server/platform/notifications/messages.ts';
import type { StaffActionDeps } from '#server/platform/staff-actions/staff-action.ts';
import { freezeAccount } from '#server/platform/staff-actions/freeze.ts';
import { endReport, lockReport } from './queries.ts';

export interface DecisionDeps extends StaffActionDeps {
  readonly hints: NoticeHints;
}

/**
 * Closes a report, and freezes the account in the same transaction where that was decided.
 * @throws Failure CONFLICT when it is closed already; as freezeAccount does.
 */
export async function decide(
  deps: DecisionDeps,
  id: string,
  body: BodyOf<typeof decideReport>,
  actor: Member,
): Promise<null> {
  const { decision, freeze = false } = body;
  const note = body.note.trim();
  if (freeze && decision === 'dismissed') throw new Failure('INVALID_BODY', '不成立的举报不能同时冻结账号');
  const report = await deps.db.transaction().execute(async (trx) => {
    const row = await lockReport(trx, id);
    if (!row) throw new Failure('UNKNOWN_RECORD', '举报不存在');
    if (row.state !== 'open') throw new Failure('CONFLICT', '这条举报已经处理过了');
    if (freeze) {
      const action = { uid: row.reported_id, reason: note, details: { report: id } };
      await freezeAccount(trx, deps, { actor, duty: 'audit' }, action);
    }
    const at = deps.now();
    await endReport(trx, id, { state: decision, by: actor.id, note, froze: freeze }, at);
    const details = { account: row.reported_id, froze: freeze };
    const entry = { actor, action: `report.${decision}`, target: { kind: 'report', id }, reason: note, details };
    await writeAudit(trx, entry, at);
    await notifyUser(trx, reportDecided(row, decision), at);
    return row;
  });
  deps.hints.announceNotice(report.reporter_id);
  if (freeze) await deps.announce(report.reported_id);
  return null;
}
