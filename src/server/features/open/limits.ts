import type { FastifyReply } from 'fastify';
import { Failure } from '#shared/errors.ts';
import { DAY_MS } from '#shared/time/durations.ts';
import { shanghaiDay, startOfShanghaiDay } from '#shared/time/shanghai.ts';
import type { Db } from '#server/db/database.ts';
import { whenToTryAgain } from '#server/platform/limits/windows.ts';
import { type Caller, chargeCall } from './queries.ts';

/** A burst of calls, and how long in milliseconds until one of them is there again: 120 in a minute. */
const BURST = 40;
const STEP_MS = 500;
/** Calls of all keys of an account on one day of Asia/Shanghai. */
export const DAILY_CALLS = 10_000;

/** Seconds until a day begins in Asia/Shanghai, when all that is counted by the day begins again. */
export const secondsUntilTomorrow = (now: Date): number =>
  Math.ceil((startOfShanghaiDay(shanghaiDay(now)).getTime() + DAY_MS - now.getTime()) / 1000);

/**
 * Takes one call, and says in the headers of the answer what is left, whatever the answer is. `RateLimit-*` is about the key:
 * a burst that fills again steadily. `X-Quota-*` is about all keys of the owner for the day.
 * @throws Failure TOO_MANY_REQUESTS with `retryAfter` in seconds
 */
export async function charge(db: Db, caller: Caller, now: Date, reply: FastifyReply): Promise<void> {
  const day = shanghaiDay(now);
  const limits = { step: STEP_MS, burst: BURST, daily: DAILY_CALLS };
  const { allowed, fullAt, calls } = await chargeCall(db, caller, limits, { now, day });
  const untilFull = Math.max(0, Date.parse(fullAt) - now.getTime());
  const untilTomorrow = secondsUntilTomorrow(now);
  const left = allowed ? Math.floor((BURST * STEP_MS - untilFull) / STEP_MS) : 0;
  void reply.headers({
    'ratelimit-policy': `${BURST};w=${(BURST * STEP_MS) / 1000}`,
    'ratelimit-limit': BURST,
    'ratelimit-remaining': left,
    'ratelimit-reset': Math.ceil(untilFull / 1000),
  });
  if (!allowed) refuse((untilFull + STEP_MS - BURST * STEP_MS) / 1000, '请求过于频繁', now);
  void reply.headers({
    'x-quota-limit': DAILY_CALLS,
    'x-quota-remaining': calls === null ? 0 : DAILY_CALLS - calls,
    'x-quota-reset': untilTomorrow,
  });
  if (calls === null) refuse(untilTomorrow, '今日的调用次数已用完', now);
}

function refuse(seconds: number, why: string, now: Date): never {
  const retryAfter = Math.max(1, Math.ceil(seconds));
  throw new Failure('TOO_MANY_REQUESTS', `${why}，${whenToTryAgain(retryAfter, now)}`, [], { retryAfter });
}
