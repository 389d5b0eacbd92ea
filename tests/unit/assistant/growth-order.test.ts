import { expect, test } from 'vitest';
import { orderIn } from '#shared/assistant/growth-order.ts';

test.each([
  ['哪个行业增长最快', 'rate', 'desc'],
  ['增幅最大的行业', 'rate', 'desc'],
  ['增长最多的城市', 'change', 'desc'],
  ['增长最慢的行业', 'rate', 'asc'],
  ['降幅最大的三个行业', 'rate', 'asc'],
  ['减少最多的地区', 'change', 'asc'],
  ['下降最少的地区', 'change', 'desc'],
  ['各行业同比，按增幅排序', 'rate', 'desc'],
  ['各行业同比，按增长从低到高排列', 'change', 'asc'],
  ['各行业同比，按降幅从大到小', 'rate', 'asc'],
] as const)('%s is ordered by %s, %s', (text, by, order) => {
  expect(orderIn(text).order).toEqual({ by, order });
});

test.each(['各行业今年同比', '融资额最多的行业', '按行业排序'])('%s says no order of growth', (text) => {
  expect(orderIn(text)).toEqual({ text, assumed: [] });
});

test('what is left keeps its places', () => {
  const { text, place } = orderIn('今年哪个行业增长最快');
  expect(text).toBe('今年哪个行业最多  ');
  expect(place).toEqual({ from: 6, to: 10 });
});
