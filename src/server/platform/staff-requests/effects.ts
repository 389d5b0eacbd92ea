import type { RequestKind } from '#schemas/api/staff-requests.ts';
import type { Db } from '#server/db/database.ts';
import { type Giver, grantCoins } from '#server/platform/coins/ledger.ts';
import { grantVip } from '#server/platform/coins/vip.ts';
import { notifyUser } from '#server/platform/notifications/notify-user.ts';
import { coinsGranted, vipGranted } from '#server/platform/notifications/messages.ts';
import { changeDuties } from '#server/platform/staff-actions/duties.ts';
import type { StaffActionAccount } from '#server/platform/staff-actions/queries.ts';
import type { StaffActionDeps } from '#server/platform/staff-actions/staff-action.ts';
import type { Asked } from './queries.ts';

/** An approval as what follows from it needs to know it. */
export interface Approval<Kind extends RequestKind> {
  readonly asked: Asked[Kind];
  /** Identifies what is done: nothing of it is done twice. */
  readonly key: string;
  /** Who approves; null on the command line. */
  readonly by: Giver;
  readonly reason: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly now: Date;
}

type OnAccount<Kind extends RequestKind> = (
  trx: Db,
  account: StaffActionAccount,
  approval: Approval<Kind>,
  deps: Pick<StaffActionDeps, 'endSessions'>,
) => Promise<void>;

/** What an approval does to the account that it is about, within its transaction. */
export const EFFECTS: { readonly [Kind in Exclude<RequestKind, 'codes'>]: OnAccount<Kind> } = {
  coins: async (trx, { id: accountId }, { asked: { amount }, key, by, reason, now }) => {
    await grantCoins(trx, { accountId, amount, key, reason, by }, now);
    await notifyUser(trx, coinsGranted(accountId, amount, key), now);
  },
  vip: async (trx, { id: accountId }, { asked: { days }, key, by, reason, now }) => {
    const { until } = await grantVip(trx, { accountId, days, source: 'grant', by, reason }, now);
    await notifyUser(trx, vipGranted(accountId, days, until, key), now);
  },
  duties: async (trx, account, { asked: { duties }, by: actor, reason, details, now }, { endSessions }) => {
    await changeDuties(trx, account, { duties, actor, reason, details }, now);
    await endSessions(trx, account.id, 'accessChanged');
  },
};
