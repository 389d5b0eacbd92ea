import type { Order, OrderState, SoldProduct } from '#schemas/api/orders.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';

/** What people call the state of an order. */
export const ORDER_WORDS: Readonly<Record<OrderState, string>> = {
  CREATED: '待支付',
  PAYING: '支付中',
  PAID: '已支付',
  FULFILLED: '已完成',
  CLOSED: '已关闭',
  REFUNDED: '已退款',
};

/** What a product gives, e.g. 300 鲸币 or SVIP 90 天. */
export const goods = ({ kind, coins, svipDays }: SoldProduct): string =>
  kind === 'coins' ? `${coins} 鲸币` : `SVIP ${svipDays} 天`;

/** A price in CNY without needless zeros: 298, 99.90. */
export const shownPrice = (price: string): string => `¥${price.replace(/\.00$/, '')}`;

/** How an order was paid. */
export const paidWith = ({ provider, price }: Order): string =>
  provider === 'code' ? '兑换码' : `支付宝 ${shownPrice(price)}`;

/** The price of a part, e.g. of one day out of ninety, in CNY with two decimals; counted in whole cents. */
export function partPrice(price: string, part: number, whole: number): string {
  const cents = Math.round((Number(price.replace('.', '')) * part) / whole);
  return `¥${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

/** The last day, in Asia/Shanghai, of what ends at an instant: what ends at midnight is good until the day before. */
export const lastDay = (end: string): string => shanghaiDay(new Date(new Date(end).getTime() - 1));
