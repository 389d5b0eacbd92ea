// `npm run reconcile [-- --since YYYY-MM-DD]`: asks the payment provider about orders whose end is not known here, fulfils
// or closes them and prints what differed. Ends with 1 when something is left for staff to do.
import { Failure } from '#shared/errors.ts';
import { reconcile } from '#server/features/wallet/orders/reconciliation.ts';
import { shanghaiDay, startOfShanghaiDay } from '#shared/time/shanghai.ts';
import { shippedObjects, shippedOptionSets } from '#server/core/catalog/shipped.ts';
import { openServices } from '#server/services.ts';
import { openOwnDatabase, ownConfiguration, readArguments, runCommand } from './command-line.ts';
import { DAY_MS } from '#shared/time/durations.ts';

const WEEK_MS = 7 * DAY_MS;

await runCommand(async () => {
  const now = new Date();
  const { values } = readArguments('用法：npm run reconcile [-- --since 2026-11-01]', { since: { type: 'string' } });
  const since = startOfShanghaiDay(values.since ?? shanghaiDay(new Date(now.getTime() - WEEK_MS)));
  if (Number.isNaN(since.getTime())) throw new Failure('INVALID_QUERY', '--since 应为日期，如 2026-11-01。');
  const { payment } = ownConfiguration().providers;
  if (!payment) throw new Failure('UNAVAILABLE', '未配置支付平台（ALIPAY_ 开头的环境变量），没有可对账的订单。');
  const database = await openOwnDatabase();
  try {
    const shipped = { objects: shippedObjects(), optionSets: shippedOptionSets() };
    const { changes, hints } = await openServices(database, shipped, () => new Date());
    const deps = { db: database.db, changes, hints, payment, now: () => new Date() };
    const { asked, differences } = await reconcile(deps, since);
    await hints.stop();
    const left = differences.filter(({ isSettled }) => !isSettled).length;
    for (const { no, message, isSettled } of differences)
      console.log(`${isSettled ? '已处理' : '待处理'}  ${no}  ${message}`);
    console.log(`查询 ${asked} 个订单，差异 ${differences.length} 个，待处理 ${left} 个。`);
    return left > 0 ? 1 : 0;
  } finally {
    await database.close();
  }
});
