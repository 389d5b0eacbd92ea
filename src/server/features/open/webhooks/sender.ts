import type { Member } from '#shared/policy/actor.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time/durations.ts';
import type { Vault } from '#server/db/vault.ts';
import { publishedObject } from '#server/features/open/base/open-objects.ts';
import { OFF, secretPlace, type WebhookDeps } from './base.ts';
import { turnOff } from './off.ts';
import { type Outcome, post } from './outbound/post.ts';
import { signedHeaders } from './outbound/signature.ts';
import { type Claimed, claimMessage, type Settled, settleMessage } from './outbox-queries.ts';
import { followedBy, unfitWords } from './rights.ts';

/** How long after each failed attempt a message is tried again, before chance moves it a little. */
const RETRIES_MS = [5000, 30_000, 2 * MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS] as const;
/** So much less or more of a delay, so that what failed together does not come again together. */
const JITTER = 0.2;
/** An address that fails is left alone for so long, twice as long each time, up to the second. */
const REST_MS = [5000, 5 * MINUTE_MS] as const;
/** So long a process has for one attempt; longer than the attempt may take. */
const LEASE_MS = MINUTE_MS;
/** Attempts of one process at the same time, each at another address. */
const AT_ONCE = 8;
/** The answer by which an address says that it is there no more. */
const GONE = 410;

/** The log is kept for so long. */
export const KEPT_MS = 30 * DAY_MS;

/** The text of a message: the same each time it is sent. */
export const bodyOf = ({ id, event, happened_at: at, data }: Pick<Claimed, 'id' | 'event' | 'happened_at' | 'data'>) =>
  JSON.stringify({
    type: event,
    timestamp: new Date(at).toISOString(),
    data: { seq: id, ...(JSON.parse(data) as object) },
  });

/** Makes one attempt at a message, signed with the secrets that are good now. */
export async function attempt(
  {
    outbound,
    database: { vault },
  }: { readonly outbound: WebhookDeps['outbound']; readonly database: { vault: Vault } },
  message: Pick<
    Claimed,
    | 'id'
    | 'message_id'
    | 'event'
    | 'happened_at'
    | 'data'
    | 'url'
    | 'account_id'
    | 'secret_sealed'
    | 'former_sealed'
    | 'former_until'
  >,
  now: Date,
): Promise<Outcome> {
  const { former_sealed: former, former_until: until } = message;
  const sealed = [
    message.secret_sealed,
    ...(former !== null && until !== null && new Date(until) > now ? [former] : []),
  ];
  const secrets = sealed.map((one) => vault.open(one, secretPlace(message.account_id)));
  const body = bodyOf(message);
  const signed = { id: message.message_id, timestamp: Math.floor(now.getTime() / 1000), body };
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'jingtu-webhooks/1',
    ...signedHeaders(secrets, signed),
  };
  return post(message.url, headers, body, outbound);
}

export const isTaken = ({ status }: Outcome): boolean => status !== null && status >= 200 && status < 300;

/**
 * Sends what is due. Several processes may do this at once: each takes messages for itself. One that ends between the sending
 * and writing that down repeats a message, which has the same id then.
 */
export async function sendDue(deps: WebhookDeps, signal?: AbortSignal): Promise<void> {
  const work = async () => {
    while (!signal?.aborted) {
      const at = deps.now();
      const message = await claimMessage(deps.database.db, at, new Date(at.getTime() + LEASE_MS));
      if (!message) return;
      await sendOne(deps, message, at);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

async function sendOne(deps: WebhookDeps, message: Claimed, at: Date): Promise<void> {
  const member = await deps.memberOf(message.account_id);
  // Closed or frozen a moment ago: what was taken waits.
  if (!member) return;
  const refused = refusalOf(deps, message, member);
  if (refused)
    return settle(deps, message, { ...kept(message, at), state: 'dropped', problem: refused.why }, refused.off);
  const outcome = await attempt(deps, message, at).catch((error: unknown): Outcome => {
    deps.report(error);
    return { status: null, problem: '发送失败' };
  });
  if (isTaken(outcome)) return settle(deps, message, { ...kept(message, at), ...outcome, state: 'sent', failures: 0 });
  const failures = message.failures + 1;
  const [least, most] = REST_MS;
  const rest = Math.min(least * 2 ** Math.min(failures - 1, 10), most);
  const failed = { ...outcome, failures, freeAt: new Date(at.getTime() + rest) };
  const delay = RETRIES_MS[message.tries - 1];
  if (outcome.status === GONE) return settle(deps, message, { ...failed, state: 'failed', due: null }, OFF.gone);
  if (delay === undefined) return settle(deps, message, { ...failed, state: 'failed', due: null }, OFF.failing);
  const wait = delay * (1 - JITTER + 2 * JITTER * deps.random());
  return settle(deps, message, { ...failed, state: 'due', due: new Date(at.getTime() + wait) });
}

const kept = ({ failures }: Claimed, at: Date) => ({ due: null, status: null, problem: null, freeAt: at, failures });

/** Why the owner may not be sent a message now, and whether the webhook is no longer good either. */
function refusalOf({ catalog }: WebhookDeps, { event, object_api_name: name, filter }: Claimed, member: Member) {
  if (name === null) return undefined;
  if (!publishedObject(catalog, name, member)) return { why: '您当前的权限不能读取这个对象' };
  if (event !== 'record.changed') return undefined;
  try {
    followedBy(catalog, member, name, filter);
    return undefined;
  } catch (error) {
    const why = unfitWords(error);
    return { why, off: why };
  }
}

async function settle(deps: WebhookDeps, message: Claimed, end: Settled, off?: string): Promise<void> {
  const { database, now, hints } = deps;
  const { webhook_id: id, account_id: accountId, name } = message;
  const isNew = await database.db.transaction().execute(async (trx) => {
    await settleMessage(trx, message, end);
    return off !== undefined && (await turnOff(trx, { id, accountId, name }, off, now()));
  });
  if (isNew) hints.announceNotice(accountId);
}
