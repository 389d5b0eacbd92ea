import type { ChartReply } from '#schemas/api/details.ts';
import { formatMoney } from '#shared/money/format.ts';
import { groupDigits } from '#client/ui/field-types/texts/group-digits.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';

/** A number of a chart for reading: 1,234条, 3.5亿元; 未披露 or 未知 where records are there and their numbers are not. */
export function figureText(value: string | null, unit: string): string {
  if (value === null) return unit === 'CNY' ? '未披露' : '未知';
  return unit === 'CNY' ? `${formatMoney(value)}元` : `${groupDigits(value)}${unit}`;
}

/** A number on an axis, in 万 and 亿. */
export const axisText = (value: number): string =>
  formatMoney(Number.isInteger(value) ? String(value) : value.toFixed(2));

/** The sum of a category over all series, for the order of sizes only: drawing needs no more than a float holds. */
const sizeOf = (chart: ChartReply, at: number): number =>
  chart.series.reduce((sum, { values }) => sum + Number(values[at] ?? 0), 0);

/** One sentence that says what the picture shows, for those who do not see it. */
export function summaryOf(label: string, chart: ChartReply): string {
  const { categories } = chart;
  const [first, last] = [categories[0], categories.at(-1)];
  if (!first || !last) return `${label}：暂无数据`;
  const sizes = categories.map((_, at) => sizeOf(chart, at));
  const most = categories[sizes.indexOf(Math.max(...sizes))] ?? first;
  const range = categories.length === 1 ? first.label : `${first.label}至${last.label}`;
  const span = chart.period === null ? `共${categories.length}类` : range;
  const series = chart.series.length > 1 ? `，分${chart.series.map((each) => each.label).join('、')}` : '';
  const fresh = categories.some(({ incomplete }) => incomplete) ? '；最近的数据尚不完整' : '';
  return `${label}：${span}${series}，${most.label}最多${fresh}。逐项数字见“查看数据”。`;
}

/** What was counted and what was not, and up to when: shown below every chart. */
export function noteOf(chart: ChartReply): string {
  const day = chart.asOf === null ? undefined : shanghaiDay(new Date(chart.asOf));
  return [
    `样本 ${groupDigits(String(chart.sampleSize))} 条`,
    chart.unknown > 0 ? `其中 ${groupDigits(String(chart.unknown))} 条缺少所需信息，未计入` : '',
    chart.earlier > 0 ? `另有 ${groupDigits(String(chart.earlier))} 条早于图中时段，未绘出` : '',
    day === undefined ? '' : `数据截至 ${day}`,
  ]
    .filter(Boolean)
    .join(' · ');
}
