import { addDays } from '#shared/time/days.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import type { NoticeHints } from '#server/platform/notifications/notify-user.ts';
import { insertNoticeForEach } from '#server/platform/notifications/queries.ts';
import { companyMembers } from '#server/platform/parties/queries.ts';
import { deadlineNear } from '#server/platform/notifications/messages-financing.ts';
import { inState, PAUSED } from './project-values.ts';
import { changeRequest, dueRequests, takeDue } from './queries.ts';
import { changeProject, type RequestDeps } from './requests.ts';

const REMINDED_DAYS = 7;

/**
 * Reminds the members of companies of deadlines, a week before and on the day, and pauses what is past its own. One transaction for each
 * request: what a process does not get to, the next sweep does, and no one is reminded twice of one day.
 */
export async function sweepDeadlines({ hints, ...deps }: RequestDeps & { readonly hints: NoticeHints }): Promise<void> {
  const now = deps.now();
  const today = shanghaiDay(now);
  const horizon = addDays(today, REMINDED_DAYS);
  for (const { id, deadline } of await dueRequests(deps.database.db, horizon)) {
    const notified = await deps.writer.together(async (trx) => {
      const row = await takeDue(trx, id, deadline);
      if (!row) return [];
      const when = deadline < today ? 'over' : deadline === today ? 'today' : 'soon';
      if (when === 'over') {
        await changeProject(trx, deps, row, inState(PAUSED, today));
        await changeRequest(trx, id, { state: 'paused' });
      }
      const members = await companyMembers(trx, row.company_id);
      return insertNoticeForEach(trx, members, deadlineNear(row, deadline, when), now);
    });
    for (const one of notified) hints.announceNotice(one);
  }
}
