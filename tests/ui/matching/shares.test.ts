import { expect, test } from 'vitest';
import { shownParts } from '#client/features/matching/shares.ts';

test.each([
  [['0.333333333', '0.333333333', '0.333333334'], ['+0.33', '+0.33', '+0.34'], '1.00'],
  [['1.999999999', '-0.999999999'], ['+2.00', '−1.00'], '1.00'],
  [['0', '-0.004'], ['0.00', '0.00'], '0.00'],
  [[], [], '0.00'],
])('%s is shown so that it adds up', (decimals, parts, sum) => {
  expect(shownParts(decimals)).toEqual({ parts, sum });
});
