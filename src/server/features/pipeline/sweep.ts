import { shanghaiDay } from '#shared/time/shanghai.ts';
import type { Database } from '#server/db/database.ts';
import { nextStepDue } from '#server/platform/notifications/messages-pipeline.ts';
import { notifyUser, type NoticeHints } from '#server/platform/notifications/notify-user.ts';
import { companyMembers } from '#server/platform/parties/queries.ts';
import { moveTo } from './moves.ts';
import { type ContactRow, dueContacts, factsOf, lockContact, markReminded, takeDue } from './queries.ts';

export interface PipelineSweepDeps {
  readonly database: Database;
  readonly hints: NoticeHints;
  readonly now: () => Date;
}

/** Moves entries by what happened on the platform, and reminds of next steps. One transaction for each entry. */
export async function sweepPipeline(deps: PipelineSweepDeps): Promise<void> {
  await followFacts(deps);
  await remind(deps);
}

async function followFacts({ database: { db }, now }: PipelineSweepDeps): Promise<void> {
  for (const { id, cause } of await factsOf(db)) {
    await db.transaction().execute(async (trx) => {
      const row = await lockContact(trx, id);
      const state = cause === 'plan' ? 'planSent' : 'contacted';
      // Someone may have moved it since.
      const isBefore = row?.state === 'todo' || (row?.state === 'contacted' && cause === 'plan');
      if (row && isBefore) await moveTo(trx, row, { state, reason: null, cause, by: null }, now());
    });
  }
}

async function remind({ database: { db }, hints, now }: PipelineSweepDeps): Promise<void> {
  const at = now();
  const today = shanghaiDay(at);
  for (const id of await dueContacts(db, today)) {
    const reminded = await db.transaction().execute(async (trx) => {
      const row = await takeDue(trx, id, today);
      if (!row || row.next_on === null) return [];
      const uids =
        row.side === 'investor' ? [row.account_id] : seers(row, await companyMembers(trx, row.company_id ?? ''));
      for (const uid of uids) await notifyUser(trx, nextStepDue(row, uid, row.next_on), at);
      await markReminded(trx, id);
      return uids;
    });
    for (const uid of reminded) hints.announceNotice(uid);
  }
}

/** Who is reminded of an entry of a company: the user who sees to it, and all others once that user has left. */
const seers = ({ account_id }: ContactRow, members: readonly string[]): readonly string[] =>
  members.includes(account_id) ? [account_id] : members;
