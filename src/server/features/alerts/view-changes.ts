import { SYSTEM_TYPES } from '#schemas/api/notices.ts';
import type { Member } from '#shared/policy/actor.ts';
import { Failure } from '#shared/errors.ts';
import { decodeListState } from '#shared/lists/list-address.ts';
import type { Db } from '#server/db/database.ts';
import { type NoticeHints, notifyUser } from '#server/platform/notifications/notify-user.ts';
import { changedViews, noteView, type SubscriptionRow, subscriptionsOf, viewNames } from './base/queries.ts';
import { Unfit } from './base/trial.ts';
import { touchReader } from './reading/queries.ts';
import { SUBSCRIPTIONS_PATH } from './sending/sender.ts';
import { type SettleDeps, settleWithin } from './settle.ts';

interface OfferDeps extends SettleDeps {
  readonly hints: NoticeHints;
}

const AT_ONCE = 200;

/** What a list asks, whatever it shows of that and in which order. */
const asked = (state: string): string => {
  const { state: list, notices } = decodeListState(state);
  return JSON.stringify([list.filter, list.keyword.trim(), notices]);
};

/**
 * Notifies subscribers of views whose owner changed what they ask: until they decide, what was agreed on is reported. Other
 * columns, or another order, are no change to them.
 */
export async function offerViews(deps: OfferDeps, signal?: AbortSignal): Promise<void> {
  const { db } = deps.database;
  while (!signal?.aborted) {
    const rows = await changedViews(db, AT_ONCE);
    for (const row of rows) await offer(deps, row);
    if (rows.length < AT_ONCE) return;
  }
}

async function offer({ database: { db }, hints, now }: OfferDeps, row: SubscriptionRow): Promise<void> {
  const { id, current, kept, account_id: accountId, target_id: target } = row;
  if (current === null || kept === null) return;
  if (asked(current) === asked(kept)) return noteView(db, id, current, 'followed');
  const [view] = await viewNames(db, [target], accountId);
  await db.transaction().execute(async (trx) => {
    await noteView(trx, id, current, 'offered');
    const body = `“${view?.name ?? ''}”的筛选条件已由创建者修改。订阅仍按原条件提醒，请在“我的订阅”中选择跟随新条件，或保留原条件。`;
    const key = `alert-view:${id}:${row.version}`;
    await notifyUser(
      trx,
      { accountId, type: SYSTEM_TYPES.notice, title: '视图已更改', body, link: SUBSCRIPTIONS_PATH, key },
      now(),
    );
  });
  hints.announceNotice(accountId);
}

/** Follows what a view became, or keeps what it was. @throws Failure CONFLICT where it changed again meanwhile */
export async function decideView(
  deps: Pick<SettleDeps, 'catalog' | 'now'> & { readonly db: Db },
  { id, version, follow }: { readonly id: string; readonly version: number; readonly follow: boolean },
  actor: Member,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    if (follow) await touchReader(trx);
    const [row] = await subscriptionsOf(trx, actor.id, id);
    if (!row) throw new Failure('UNKNOWN_RECORD', '订阅不存在');
    if (row.version !== version) throw new Failure('CONFLICT', '订阅已在别处修改，请刷新后再试');
    if (row.current === null) return;
    await noteView(trx, id, row.current, follow ? 'followed' : 'declined');
    if (!follow) return;
    try {
      await settleWithin(trx, deps, { ...row, state: row.current, kept: row.current }, actor);
    } catch (error) {
      if (!(error instanceof Unfit)) throw error;
      throw new Failure('INVALID_BODY', `新条件不能用于订阅：${error.message}`);
    }
  });
}
