import type { RowCount } from './row-window.ts';

/** How many rows there are, in words: `4,321 条`, `1,000+ 条` where there are more, `约 4,300 条` where it is an estimate. */
export function countLabel({ total, isExact, isEstimate = false }: RowCount): string {
  const digits = total.toLocaleString('zh-CN');
  if (isEstimate) return `约 ${digits} 条`;
  return isExact ? `${digits} 条` : `${digits}+ 条`;
}
