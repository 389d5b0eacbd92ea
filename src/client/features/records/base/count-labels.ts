import type { RowCount } from './row-window.ts';

/** The word by which records are counted where their object has none of its own. */
export const COUNTED = '条';

/** How many rows there are, in words: `4,321 家`, `1,000+ 家` where there are more, `约 4,300 家` where it is an estimate. */
export function countLabel({ total, isExact, isEstimate = false }: RowCount, measureWord = COUNTED): string {
  const digits = total.toLocaleString('zh-CN');
  if (isEstimate) return `约 ${digits} ${measureWord}`;
  return isExact ? `${digits} ${measureWord}` : `${digits}+ ${measureWord}`;
}
