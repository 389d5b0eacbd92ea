import type { RecordValues } from '#schemas/metadata/value.ts';
import type { Database } from '#server/db/database.ts';
import type { RecordWriter } from '#server/core/records/record-writer.ts';
import { hasProducts } from './queries.ts';

const cny = (num: string) => ({ num, currency: 'CNY' }) as const;

/** What is for sale until staff decide otherwise. */
const FIRST_PRODUCTS: readonly (readonly [key: string, values: RecordValues])[] = [
  ['svip-30', { name: 'SVIP 月度会员', kind: 'svip', svipDays: 30, price: cny('298'), position: 10 }],
  [
    'svip-90',
    {
      name: 'SVIP 季度会员',
      kind: 'svip',
      svipDays: 90,
      price: cny('798'),
      originalPrice: cny('894'),
      position: 20,
      badge: '推荐',
    },
  ],
  [
    'svip-365',
    {
      name: 'SVIP 年度会员',
      kind: 'svip',
      svipDays: 365,
      price: cny('2598'),
      originalPrice: cny('3576'),
      position: 30,
      badge: '最划算',
    },
  ],
  ['coins-60', { name: '60 鲸币', kind: 'coins', coins: 60, price: cny('18'), position: 110 }],
  [
    'coins-300',
    { name: '300 鲸币', kind: 'coins', coins: 300, price: cny('78'), originalPrice: cny('90'), position: 120 },
  ],
  [
    'coins-600',
    { name: '600 鲸币', kind: 'coins', coins: 600, price: cny('138'), originalPrice: cny('180'), position: 130 },
  ],
];

/**
 * Gives an installation that has no products its first ones, for staff to change. What staff made of them is left alone:
 * nothing is written as soon as there is a single one.
 */
export async function storeProducts(
  database: Pick<Database, 'db'>,
  writer: Pick<RecordWriter, 'writeMany'>,
  now: Date,
): Promise<void> {
  if (await hasProducts(database.db)) return;
  const rows = FIRST_PRODUCTS.map(([key, values]) => ({ key, values: { onSale: true, ...values } }));
  const context = { actor: 'system', roles: ['staff'], origin: 'shipped', now };
  const outcomes = await writer.writeMany('Product', 'shipped', rows, context);
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome.status !== 'rejected') continue;
    throw new Error(`Product ${rows[index]?.key}: ${JSON.stringify(outcome.problems)}`);
  }
}
