import type { SoldProduct } from '#schemas/api/orders.ts';

/** What a product gives, e.g. 300 鲸币 or SVIP 90 天. */
export const contentLabel = ({ kind, coins, svipDays }: SoldProduct): string =>
  kind === 'coins' ? `${coins} 鲸币` : `SVIP ${svipDays} 天`;

/** A price in CNY without needless zeros: 298, 99.90. */
export const priceLabel = (price: string): string => `¥${price.replace(/\.00$/, '')}`;

/** The price of a part, e.g. of one day out of ninety, in CNY with two decimals; counted in whole cents. */
export function partPriceLabel(price: string, part: number, whole: number): string {
  const cents = Math.round((Number(price.replace('.', '')) * part) / whole);
  return `¥${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}
