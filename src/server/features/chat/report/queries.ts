import type { Db } from '#server/db/database.ts';

/** How many reports a user has made since an instant. */
export async function reportsSince(db: Db, reporterId: string, since: Date): Promise<number> {
  const row = await db
    .selectFrom('report')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('reporter_id', '=', reporterId)
    .where('created_at', '>=', since.toISOString())
    .executeTakeFirst();
  return Number(row?.count);
}

/** Messages of one conversation, from one number to another. */
export interface Evidence {
  readonly conversationId: string;
  readonly fromSeq: number;
  readonly toSeq: number;
}

interface NewReport {
  readonly reporterId: string;
  readonly reportedId: string;
  /** Values of the option set. */
  readonly types: readonly string[];
  readonly reason: string;
  readonly images: readonly string[];
  readonly source: number;
  /** The messages that it is about. */
  readonly evidence: Evidence | undefined;
}

/** The id of the new report; undefined when the reporter has an open one about the same person. */
export async function insertReport(trx: Db, report: NewReport, at: Date): Promise<string | undefined> {
  const row = await trx
    .insertInto('report')
    .values({
      reporter_id: report.reporterId,
      reported_id: report.reportedId,
      types: [...report.types],
      reason: report.reason,
      images: [...report.images],
      source: report.source,
      created_at: at,
      conversation_id: report.evidence?.conversationId ?? null,
      from_seq: report.evidence?.fromSeq ?? null,
      to_seq: report.evidence?.toSeq ?? null,
    })
    .onConflict((conflict) => conflict.columns(['reporter_id', 'reported_id']).where('state', '=', 'open').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Whom a report is about, who made it, and the messages that came with it. */
export const reportById = (db: Db, id: string) =>
  db
    .selectFrom('report')
    .innerJoin('account as reporter', 'reporter.id', 'reporter_id')
    .select(['reporter_id', 'reporter.name as reporter_name', 'reported_id', 'conversation_id', 'from_seq', 'to_seq'])
    .where('report.id', '=', id)
    .executeTakeFirst();

/** The subject, the reporter and the state of a report; no other transaction decides it until this one ends. */
export const lockReport = (trx: Db, id: string) =>
  trx
    .selectFrom('report')
    .select(['id', 'reported_id', 'reporter_id', 'created_at', 'state'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export async function endReport(
  trx: Db,
  id: string,
  end: {
    readonly state: 'handled' | 'dismissed';
    readonly by: string | null;
    readonly note: string;
    readonly froze: boolean;
  },
  at: Date,
): Promise<void> {
  await trx
    .updateTable('report')
    .set({ state: end.state, decided_by: end.by, decided_at: at, note: end.note, froze: end.froze })
    .where('id', '=', id)
    .execute();
}

/** The messages that a report is about, taken back or not, oldest first. */
export async function evidenceOf(db: Db, { conversationId, fromSeq, toSeq }: Evidence) {
  return db
    .selectFrom('chat_message')
    .innerJoin('account', 'account.id', 'sender_id')
    .select(['seq', 'sender_id', 'account.name', 'type', 'body', 'chat_message.created_at', 'recalled_at'])
    .where('conversation_id', '=', conversationId)
    .where('seq', '>=', fromSeq)
    .where('seq', '<=', toSeq)
    .orderBy('seq')
    .execute();
}
