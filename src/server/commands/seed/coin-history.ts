import type { Db } from '#server/db/database.ts';
import { grantCoins, refund, spendCoins } from '#server/platform/coins/ledger.ts';
import { grantVip } from '#server/platform/coins/vip.ts';
import { periodsOf, setVip } from '#server/platform/coins/vip-queries.ts';
import { addDays } from '#server/platform/coins/vip-terms.ts';
import { accountIdOf } from './queries.ts';

const ON_JOINING = { note: '新用户赠送', reason: '示例数据：新用户赠送', by: null };

/**
 * Coins and VIP of the sample accounts with something to read in their ledgers: the investor ends with 120, the
 * organisation with 30, the SVIP is in the middle of a year. Keys make it harmless to come here twice.
 */
export async function storeCoinHistory(db: Db, now: Date): Promise<void> {
  const [investor, organisation, svip] = await Promise.all([
    accountIdOf(db, 'investor'),
    accountIdOf(db, 'organisation'),
    accountIdOf(db, 'svip'),
  ]);
  await db.transaction().execute(async (trx) => {
    if (svip && (await periodsOf(trx, svip)).length === 0) {
      // The sample account is SVIP from the start; from here on it is so by a period, which ends.
      await setVip(trx, svip, 0, null);
      const year = { days: 365, source: 'grant' as const, by: null, reason: '示例数据：年度会员' };
      await grantVip(trx, { accountId: svip, ...year }, addDays(now, -100));
    }
    if (investor) await investorHistory(trx, investor, now);
    if (organisation)
      await grantCoins(
        trx,
        { accountId: organisation, amount: 30, key: 'sample:organisation:1', ...ON_JOINING },
        addDays(now, -30),
      );
  });
}

async function investorHistory(trx: Db, accountId: string, now: Date): Promise<void> {
  await grantCoins(trx, { accountId, amount: 100, key: 'sample:investor:1', ...ON_JOINING }, addDays(now, -45));
  const spent = await spendCoins(
    trx,
    {
      accountId,
      amount: 60,
      key: 'sample:investor:2',
      note: '查看联系方式',
      target: { kind: 'sample', id: '1' },
    },
    addDays(now, -21),
  );
  const reason = '示例数据：联系方式已失效';
  await refund(trx, { of: spent.transactionId, key: 'sample:investor:3', reason }, addDays(now, -20));
  const reward = { note: '完善资料奖励', reason: '示例数据：完善资料奖励', by: null };
  await grantCoins(trx, { accountId, amount: 20, key: 'sample:investor:4', ...reward }, addDays(now, -7));
}
