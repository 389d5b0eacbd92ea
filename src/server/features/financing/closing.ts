import type { Db } from '#server/db/database.ts';
import type { RecordWriter } from '#server/core/records/record-writer.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import { CLOSED, inState } from './project-values.ts';
import { changeRequest, type FinancingRow, lockOpenOf, requestsOf } from './queries.ts';
import { changeProject } from './requests.ts';

/** Ends what a closed account asks for, with its projects: there is no one to answer any more. */
export const forgetFinancing =
  (writer: RecordWriter) =>
  async (trx: Db, accountId: string, now: Date): Promise<void> => {
    await endAll(trx, writer, await lockOpenOf(trx, 'account_id', accountId), now);
  };

/** Ends what a company asks for that no user speaks for any more, with its projects. */
export const endFinancing =
  (writer: RecordWriter) =>
  async (trx: Db, companyId: string, now: Date): Promise<void> => {
    await endAll(trx, writer, await lockOpenOf(trx, 'company_id', companyId), now);
  };

async function endAll(trx: Db, writer: RecordWriter, rows: readonly FinancingRow[], now: Date): Promise<void> {
  for (const row of rows) {
    await changeProject(trx, { writer, now: () => now }, row, inState(CLOSED, shanghaiDay(now)));
    await changeRequest(trx, row.id, { state: 'closed', terms: null, ended_at: now.toISOString() });
  }
}

/** What a person asked for, for the copy of what is kept about them. */
export const copyOfFinancing = async (db: Db, accountId: string) =>
  (await requestsOf(db, accountId)).map(({ title, company_id, state, submitted_at, ended_at, deal }) => ({
    title,
    companyId: company_id,
    state,
    submittedAt: submitted_at,
    endedAt: ended_at,
    deal,
  }));
