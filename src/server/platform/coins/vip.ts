import type { VipSource } from '#schemas/api/coins.ts';
import { Failure } from '#shared/errors.ts';
import { SVIP } from '#shared/policy/actor.ts';
import type { Db } from '#server/db/database.ts';
import { writeAudit } from '#server/platform/audit/audit-log.ts';
import type { Giver } from './ledger.ts';
import { cutPeriod, insertPeriod, movePeriod, openTerms, periodOfOrder, setVip, vipOf } from './vip-queries.ts';
import { endOf, nextTerm, withoutTerm } from './vip-terms.ts';

export interface VipGrant {
  readonly accountId: string;
  /** Days of 24 hours, a whole number above zero. */
  readonly days: number;
  readonly source: VipSource;
  readonly orderNo?: string;
  readonly by: Giver;
  readonly reason: string;
}

/** Longest that one grant may last: ten years. */
export const MAX_VIP_DAYS = 3660;

/** The account’s VIP is one without an end, which more days cannot make longer. */
const isEndless = (vip: { vip_type: number; vip_until: unknown }): boolean =>
  vip.vip_type === SVIP && vip.vip_until === null;

/** Has this account a VIP that never ends? */
export async function hasEndlessVip(db: Db, accountId: string): Promise<boolean> {
  const vip = await vipOf(db, accountId);
  return vip !== undefined && isEndless(vip);
}

/**
 * Makes an account SVIP for some days, behind the days that it has; gives the end, null where there is none. What staff
 * grant is written to the audit log as well. `trx` must be a transaction; after its commit the caller announces the
 * account (`changes.announce`).
 * @throws Failure UNKNOWN_RECORD when there is no such account, or it is closed.
 */
export async function grantVip(trx: Db, grant: VipGrant, now: Date): Promise<{ readonly until: Date | null }> {
  const { accountId, days, source, by, reason } = grant;
  if (!Number.isInteger(days) || days < 1 || days > MAX_VIP_DAYS) throw new RangeError(`${days} is no number of days.`);
  const vip = await vipOf(trx, accountId, true);
  if (!vip) throw new Failure('UNKNOWN_RECORD', '账号不存在或已注销');
  const current = vip.vip_type === SVIP && vip.vip_until !== null ? new Date(vip.vip_until) : null;
  const { starts, ends } = nextTerm(current, days, now);
  await insertPeriod(trx, {
    accountId,
    type: SVIP,
    starts,
    ends,
    source,
    reason,
    orderNo: grant.orderNo ?? null,
    by: by?.id ?? null,
    at: now,
  });
  if (!isEndless(vip)) await setVip(trx, accountId, SVIP, ends);
  const target = { kind: 'account', id: accountId };
  const details = { days, until: ends.toISOString() };
  if (source === 'grant') await writeAudit(trx, { actor: by, action: 'vip.granted', target, reason, details }, now);
  return { until: isEndless(vip) ? null : ends };
}

/**
 * Takes VIP away: the days of one order that are left (`orderNo`; none, when they were taken before), or all of it. Days
 * behind those of the order move forward. Writes the audit entry. `trx` must be a transaction; after its commit the caller announces the account.
 * @throws Failure UNKNOWN_RECORD when there is no such account; CONFLICT when there is nothing to take away.
 */
export async function revokeVip(
  trx: Db,
  { accountId, orderNo, by, reason }: { accountId: string; orderNo?: string; by: Giver; reason: string },
  now: Date,
): Promise<{ readonly until: Date | null }> {
  const vip = await vipOf(trx, accountId, true);
  if (!vip) throw new Failure('UNKNOWN_RECORD', '账号不存在或已注销');
  const until = orderNo === undefined ? null : await cutOrder(trx, accountId, orderNo, { by, reason }, now);
  if (orderNo === undefined) {
    const terms = await openTerms(trx, accountId, now);
    if (!isEndless(vip) && terms.length === 0 && !(vip.vip_until !== null && new Date(vip.vip_until) > now))
      throw new Failure('CONFLICT', '此账号当前没有 SVIP');
    for (const term of terms)
      await cutPeriod(trx, { id: term.id, ends: later(term.starts, now) }, revokedBy(by, reason, now));
  }
  if (orderNo === undefined || !isEndless(vip)) await setVip(trx, accountId, until === null ? 0 : SVIP, until);
  const target = { kind: 'account', id: accountId };
  const details = { until: until?.toISOString() ?? null, ...(orderNo !== undefined && { orderNo }) };
  await writeAudit(trx, { actor: by, action: 'vip.revoked', target, reason, details }, now);
  return { until };
}

async function cutOrder(
  trx: Db,
  accountId: string,
  orderNo: string,
  { by, reason }: { by: Giver; reason: string },
  now: Date,
): Promise<Date | null> {
  const period = await periodOfOrder(trx, orderNo);
  if (period && period.revoked_at === null) {
    const left = withoutTerm(await openTerms(trx, accountId, now), period.id, now);
    // A period that is over has no days left to take away: it is only marked.
    await cutPeriod(trx, left?.cut ?? { id: period.id, ends: new Date(period.ends) }, revokedBy(by, reason, now));
    for (const term of left?.moved ?? []) await movePeriod(trx, term);
  }
  return endOf(await openTerms(trx, accountId, now), now);
}

const later = (a: Date, b: Date): Date => (a > b ? a : b);
const revokedBy = (by: Giver, because: string, at: Date) => ({ by: by?.id ?? null, because, at });
