// `npm run reconcile [-- --since YYYY-MM-DD]`: asks the payment provider about orders whose end is not known here, fulfils
// or closes them and prints what differed. Ends with 1 when something is left that somebody must see to.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase } from '#server/db/database.ts';
import { reconcile } from '#server/features/orders/reconciliation.ts';
import { shanghaiDay, startOfShanghaiDay } from '#server/lib/clock.ts';
import { readProviders } from '#server/lib/providers/providers.ts';
import { shippedObjects, shippedOptionSets } from '#server/lib/shipped.ts';
import { openServices } from '#server/services.ts';

const WEEK_MS = 7 * 24 * 3600 * 1000;
const now = new Date();
const { values } = parseArgs({ options: { since: { type: 'string' } } });
const since = startOfShanghaiDay(values.since ?? shanghaiDay(new Date(now.getTime() - WEEK_MS)));
const { payment } = readProviders(process.env, () => undefined);
if (Number.isNaN(since.getTime())) stop('--since 应为日期，如 2026-11-01。');
else if (!payment) stop('未配置支付平台（ALIPAY_ 开头的环境变量），没有可对账的订单。');
else {
  const dataDir = process.env['JINGTU_DATA'] ?? path.resolve(import.meta.dirname, '../../../data');
  const database = await openDatabase({ url: process.env['DATABASE_URL'], dataDir });
  const shipped = { objects: shippedObjects(), optionSets: shippedOptionSets() };
  const { changes, hints } = await openServices(database, shipped, () => new Date());
  const parts = { db: database.db, changes, hints, payment, now: () => new Date() };
  const { asked, differences } = await reconcile(parts, since);
  await hints.stop();
  const left = differences.filter(({ isSettled }) => !isSettled).length;
  for (const { no, words, isSettled } of differences)
    console.log(`${isSettled ? '已处理' : '待处理'}  ${no}  ${words}`);
  console.log(`查询 ${asked} 个订单，差异 ${differences.length} 个，待处理 ${left} 个。`);
  await database.close();
  if (left > 0) process.exitCode = 1;
}

function stop(message: string): void {
  console.error(message);
  process.exitCode = 1;
}
