import { type Evidence as ShownEvidence, MAX_EVIDENCE } from '#schemas/api/reports.ts';
import { Failure, type Problem } from '#shared/errors.ts';
import type { Actor } from '#shared/policy/actor.ts';
import type { Db } from '#server/db/database.ts';
import { writeAudit } from '#server/platform/audit/audit-log.ts';
import { conversationOf } from '#server/platform/messages/queries.ts';
import { type Evidence, evidenceOf, reportById } from './queries.ts';

/** The messages that a reporter had on screen, by their numbers. */
interface Range {
  readonly fromSeq?: number;
  readonly toSeq?: number;
}

/** What is wrong with a range of messages; nothing with none. */
export function rangeProblems({ fromSeq, toSeq }: Range): Problem[] {
  if (fromSeq === undefined && toSeq === undefined) return [];
  const isRange = fromSeq !== undefined && toSeq !== undefined && fromSeq <= toSeq;
  if (!isRange) return [{ field: 'fromSeq', message: '聊天记录的范围有误' }];
  const isTooMuch = toSeq - fromSeq >= MAX_EVIDENCE;
  return isTooMuch ? [{ field: 'fromSeq', message: `最多附带${MAX_EVIDENCE}条聊天记录` }] : [];
}

/** What of a range there is in the conversation of two; undefined where they have none, or nothing was on screen. */
export async function evidenceBetween(
  trx: Db,
  reporterId: string,
  reportedId: string,
  { fromSeq, toSeq }: Range,
): Promise<Evidence | undefined> {
  if (fromSeq === undefined || toSeq === undefined) return undefined;
  const conversation = await conversationOf(trx, reporterId, reportedId);
  if (!conversation || conversation.last_seq < fromSeq) return undefined;
  return { conversationId: conversation.id, fromSeq, toSeq: Math.min(toSeq, conversation.last_seq) };
}

/**
 * Shows staff the messages that a report is about, with what was taken back since; that they looked goes into the log.
 * @throws Failure UNKNOWN_RECORD when there is no such report, or it came without messages.
 */
export async function showEvidence(
  { db, now }: { readonly db: Db; readonly now: () => Date },
  id: string,
  actor: Actor,
): Promise<ShownEvidence> {
  return db.transaction().execute(async (trx) => {
    const report = await reportById(trx, id);
    if (!report) throw new Failure('UNKNOWN_RECORD', '举报不存在');
    const { conversation_id: conversationId, from_seq: fromSeq, to_seq: toSeq } = report;
    if (conversationId === null || fromSeq === null || toSeq === null)
      throw new Failure('UNKNOWN_RECORD', '这条举报没有附带聊天记录');
    const details = { reporter: report.reporter_id, reported: report.reported_id, fromSeq, toSeq };
    const entry = { actor, action: 'report.evidenceSeen', target: { kind: 'report', id }, reason: '核实举报', details };
    await writeAudit(trx, entry, now());
    const rows = await evidenceOf(trx, { conversationId, fromSeq, toSeq });
    const list = rows.map((row) => ({
      seq: row.seq,
      uid: row.sender_id,
      name: row.name,
      type: row.type,
      content: row.body,
      timeStamp: row.created_at,
      recalledAt: row.recalled_at,
    }));
    return { reporter: report.reporter_name, reported: report.reported_id, list };
  });
}
