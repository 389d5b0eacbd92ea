import { SYSTEM_TYPES } from '#schemas/api/notices.ts';
import type { Member } from '#shared/policy/actor.ts';
import type { Db } from '#server/db/database.ts';
import type { NoticeHints } from '#server/platform/notifications/notify-user.ts';
import { notifyUser } from '#server/platform/notifications/notify-user.ts';
import { pauseSubscriptions, subscriptionsOf } from '#server/features/alerts/base/queries.ts';
import { digestOf } from './digest.ts';
import { type LineDeps, linesOf } from './lines.ts';
import {
  type DueHit,
  dueAccounts,
  dueHits,
  insertDigest,
  lockReceiver,
  noteSentAtOnce,
  settleHits,
} from './queries.ts';

export interface SenderDeps extends LineDeps {
  readonly hints: NoticeHints;
  /** A user with the rights of this moment; undefined where the account is closed or frozen. */
  readonly memberOf: (accountId: string) => Promise<Member | undefined>;
  readonly report: (error: unknown) => void;
}

/** Page of the subscriptions of a user. */
export const SUBSCRIPTIONS_PATH = '/personalCenter?page=subscriptions';
const ACCOUNTS = 50;
/** Hits of one digest; what is beyond them is in the next. */
const HITS = 3000;

/** Another process has sent it meanwhile. */
class Overtaken extends Error {}

/**
 * Sends what is due: one digest for each account, over all of its subscriptions. Several processes may do this at once: hits
 * are taken and the notice written in one transaction, and the account is locked in it.
 */
export async function sendDue(deps: SenderDeps, signal?: AbortSignal): Promise<void> {
  const at = deps.now();
  for (let after = '0'; !signal?.aborted;) {
    const accounts = await dueAccounts(deps.db, at, after, ACCOUNTS);
    for (const accountId of accounts)
      await sendTo(deps, accountId, at).catch((error: unknown) => {
        if (!(error instanceof Overtaken)) deps.report(error);
      });
    const last = accounts.at(-1);
    if (last === undefined) return;
    after = last;
  }
}

async function sendTo(deps: SenderDeps, accountId: string, at: Date): Promise<void> {
  const { db, hints, memberOf } = deps;
  const hits = await dueHits(db, accountId, at, HITS);
  if (hits.length === 0) return;
  const actor = await memberOf(accountId);
  const said = actor ? await linesOf(deps, hits, actor) : undefined;
  const digest = said && digestOf(said);
  const mailed = actor && said ? await mailedLines(db, actor, said.lines) : [];
  const mailBody = digestOf({ lines: mailed, hidden: 0 })?.body ?? '';
  await db.transaction().execute(async (trx) => {
    await lockReceiver(trx, accountId);
    await pauseSubscriptions(trx, said?.unfit ?? []);
    const slot = at.toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length);
    const id = digest && (await insertDigest(trx, { accountId, slot, ...digest, mailBody }, at));
    if (digest && id === undefined) throw new Overtaken();
    await settleAll(trx, hits, id ?? null);
    if (!digest || id === undefined) return;
    const notice = { accountId, type: SYSTEM_TYPES.notice, ...digest, link: SUBSCRIPTIONS_PATH, key: `alert:${id}` };
    await notifyUser(trx, notice, at);
    if (hits.some(({ frequency, is_late: isLate }) => frequency === 'now' && !isLate))
      await noteSentAtOnce(trx, accountId, at);
  });
  if (digest) hints.announceNotice(accountId);
}

async function settleAll(trx: Db, hits: readonly DueHit[], digestId: string | null): Promise<void> {
  const ids = hits.map(({ id }) => id);
  if ((await settleHits(trx, ids, digestId)) !== ids.length) throw new Overtaken();
}

/** Lines of subscriptions that go by mail too. */
async function mailedLines<L extends { readonly subscriptions: ReadonlySet<string> }>(
  db: Db,
  actor: Member,
  lines: readonly L[],
): Promise<L[]> {
  const byMail = new Set((await subscriptionsOf(db, actor.id)).filter(({ mail }) => mail).map(({ id }) => id));
  return lines.filter(({ subscriptions }) => [...subscriptions].some((id) => byMail.has(id)));
}
