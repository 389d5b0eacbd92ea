import type { AlertLineKind } from '#schemas/api/alerts.ts';
import { SYSTEM_TYPES } from '#schemas/api/notices.ts';
import type { Member } from '#shared/policy/actor.ts';
import type { Db } from '#server/db/database.ts';
import type { NoticeHints } from '#server/platform/notifications/notify-user.ts';
import { notifyUser } from '#server/platform/notifications/notify-user.ts';
import { pauseSubscriptions, type SubscriptionRow, subscriptionsOf } from '#server/features/alerts/base/queries.ts';
import { digestOf, shownOf } from './digest.ts';
import type { Line } from './line.ts';
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
  /** Has other ways of reaching the user know, in the transaction that settles the hits. */
  readonly alsoTell?: (trx: Db, accountId: string, hits: readonly ToldHit[], at: Date) => Promise<void>;
  readonly report: (error: unknown) => void;
}

/** A record that met subscriptions, without words: it is read with the rights of who reads it. */
export interface ToldHit {
  readonly object: string;
  readonly id: string;
  readonly kind: AlertLineKind;
  readonly subscriptions: readonly string[];
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
  const { db, hints, memberOf, alsoTell } = deps;
  const hits = await dueHits(db, accountId, at, HITS);
  if (hits.length === 0) return;
  const actor = await memberOf(accountId);
  const said = actor ? await linesOf(deps, hits, actor) : undefined;
  const digest = said && digestOf(said);
  const lines = said?.lines ?? [];
  const own = await subscriptionsOf(db, accountId);
  const mailed = linesBy('mail', own, lines);
  const told = alsoTell ? linesBy('webhook', own, lines) : [];
  const mailBody = digestOf({ lines: mailed, hidden: 0 })?.body ?? '';
  await db.transaction().execute(async (trx) => {
    await lockReceiver(trx, accountId);
    await pauseSubscriptions(trx, said?.unfit ?? []);
    const slot = at.toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length);
    const id = digest && (await insertDigest(trx, { accountId, slot, ...digest, mailBody }, at));
    if (digest && id === undefined) throw new Overtaken();
    await settleAll(trx, hits, [...shownOf(lines), ...shownOf(mailed), ...told], id ?? null);
    if (!digest || id === undefined) return;
    const notice = { accountId, type: SYSTEM_TYPES.notice, ...digest, link: SUBSCRIPTIONS_PATH, key: `alert:${id}` };
    await notifyUser(trx, notice, at);
    await alsoTell?.(trx, accountId, told.map(toldHit), at);
    if (hits.some(({ frequency, is_late: isLate }) => frequency === 'now' && !isLate))
      await noteSentAtOnce(trx, accountId, at);
  });
  if (digest) hints.announceNotice(accountId);
}

async function settleAll(
  trx: Db,
  hits: readonly DueHit[],
  lines: readonly Line[],
  digestId: string | null,
): Promise<void> {
  const said = new Map(lines.flatMap((line) => line.hits.map((id) => [id, line.said] as const)));
  const settled = hits.map(({ id }) => ({ id, told: said.get(id) ?? null }));
  if ((await settleHits(trx, settled, digestId)) !== hits.length) throw new Overtaken();
}

const toldHit = ({ record, kind, subscriptions }: Line): ToldHit => ({
  ...record,
  kind,
  subscriptions: [...subscriptions],
});

/** Lines of subscriptions that go this way too, with those alone. */
function linesBy(way: 'mail' | 'webhook', own: readonly SubscriptionRow[], lines: readonly Line[]): Line[] {
  const chosen = new Set(own.filter((one) => one[way]).map(({ id }) => id));
  return lines
    .map((line) => ({ ...line, subscriptions: new Set([...line.subscriptions].filter((id) => chosen.has(id))) }))
    .filter(({ subscriptions }) => subscriptions.size > 0);
}
