import { sql } from 'kysely';
import type { ReportState } from '#schemas/api/reports.ts';
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

const rows = (db: Db) =>
  db
    .selectFrom('report')
    .innerJoin('account as reporter', 'reporter.id', 'report.reporter_id')
    .innerJoin('account as reported', 'reported.id', 'report.reported_id')
    .leftJoin('account as decider', 'decider.id', 'report.decided_by')
    .selectAll('report')
    .select(['reporter.name as reporter_name', 'reported.name as reported_name', 'decider.name as decider_name'])
    .select([
      sql<boolean>`reported.frozen_at is not null`.as('reported_frozen'),
      sql<number>`(select count(*)::int from report other where other.reported_id = report.reported_id and other.state = 'open')`.as(
        'reported_open',
      ),
    ]);
export type ReportRow = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>;

/** Up to `limit` reports; the open ones oldest first, all others newest first. */
export async function reports(
  db: Db,
  {
    state,
    reported,
    after,
  }: { state?: ReportState | undefined; reported?: string | undefined; after?: string | undefined },
  limit: number,
): Promise<ReportRow[]> {
  const oldestFirst = state === 'open';
  let query = rows(db);
  if (state !== undefined) query = query.where('report.state', '=', state);
  if (reported !== undefined) query = query.where('report.reported_id', '=', reported);
  if (after !== undefined) query = query.where('report.id', oldestFirst ? '>' : '<', after);
  return query
    .orderBy('report.id', oldestFirst ? 'asc' : 'desc')
    .limit(limit)
    .execute();
}

export const reportById = (db: Db, id: string): Promise<ReportRow | undefined> =>
  rows(db).where('report.id', '=', id).executeTakeFirst();

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
