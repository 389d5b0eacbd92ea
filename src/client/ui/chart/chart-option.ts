import type { EChartsCoreOption } from 'echarts/core';
import type { ChartReply } from '#schemas/api/details.ts';
import type { ChartKind } from '#schemas/metadata/detail.ts';
import { axisText, figureText } from './chart-figures.ts';

/** Colours and face of a drawing, as the theme has them. */
export interface ChartLook {
  readonly colours: readonly string[];
  readonly text: string;
  readonly soft: string;
  readonly line: string;
  readonly paper: string;
  readonly font: string;
}

const ROW_HEIGHT = 30;
const HEIGHT = 260;
/** Lighter and hatched: what is drawn so will still grow. */
const FRESH = { opacity: 0.45, decal: { symbol: 'rect', dashArrayX: [1, 0], dashArrayY: [2, 4], rotation: 0.8 } };
/** Pixels below which a pie has no room for words beside it. */
const NARROW = 420;

/** Bars of things that have names, not times, are horizontal: names need room to the side. */
const isLying = (kind: ChartKind, chart: ChartReply): boolean => kind === 'bar' && chart.period === null;

/** Bars that are beside one another need a row each. */
const rowHeight = ({ compared, series }: ChartReply): number => ROW_HEIGHT * (compared ? series.length * 0.75 : 1);

/** Pixels that a chart needs. */
export const chartHeight = (kind: ChartKind, chart: ChartReply): number =>
  isLying(kind, chart) ? Math.max(HEIGHT / 2, chart.categories.length * rowHeight(chart) + 40) : HEIGHT;

const sizes = (values: readonly (string | null)[]) => values.map((value) => (value === null ? null : Number(value)));

/** What is read at one place of the axis: the category and each series that has something there. */
function tipAt(chart: ChartReply, at: number): string {
  const category = chart.categories[at];
  const lines = chart.series.flatMap(({ label, values }) => {
    const value = values[at] ?? null;
    if (value === '0' && chart.series.length > 1) return [];
    return [`${label === '' ? '' : `${label}  `}${figureText(value, chart.unit)}`];
  });
  return [category?.label ?? '', ...lines, ...(category?.incomplete ? ['数据尚不完整'] : [])].join('\n');
}

function bars(chart: ChartReply, lying: boolean) {
  return chart.series.map(({ label, values }) => ({
    name: label,
    type: 'bar',
    ...(chart.compared ? { barGap: '10%' } : { stack: 'all' }),
    barMaxWidth: lying ? 16 : 34,
    cursor: 'pointer',
    data: sizes(values).map((value, at) => (chart.categories[at]?.incomplete ? { value, itemStyle: FRESH } : value)),
  }));
}

/** Each line twice: whole up to the last complete period, dashed from there on. */
function lines(chart: ChartReply, { colours }: ChartLook) {
  const fresh = chart.categories.findIndex(({ incomplete }) => incomplete);
  const end = fresh < 0 ? chart.categories.length : fresh;
  return chart.series.flatMap(({ label, values }, index) => {
    const all = sizes(values);
    const drawn = {
      name: label,
      type: 'line',
      symbolSize: 6,
      showSymbol: all.length < 30,
      color: colours[index % colours.length],
    };
    const whole = { ...drawn, data: all.map((value, at) => (at < end ? value : null)) };
    if (fresh < 0) return [whole];
    const dashed = { lineStyle: { type: 'dashed', opacity: 0.6 }, symbol: 'emptyCircle' };
    return [whole, { ...drawn, ...dashed, data: all.map((value, at) => (at < end - 1 ? null : value)) }];
  });
}

function pie(chart: ChartReply, look: ChartLook, width: number) {
  const [series] = chart.series;
  const isNarrow = width < NARROW;
  return {
    type: 'pie',
    cursor: 'pointer',
    radius: ['44%', '70%'],
    center: ['50%', isNarrow ? '42%' : '50%'],
    itemStyle: { borderColor: look.paper, borderWidth: 2 },
    label: isNarrow ? { show: false } : { formatter: '{b}  {d}%', color: look.text },
    data: chart.categories.map(({ label }, at) => ({ name: label, value: Number(series?.values[at] ?? 0) })),
  };
}

/** A chart of whole numbers has no half of one on its axis. */
const isCounted = ({ series }: ChartReply): boolean =>
  series.every(({ values }) => values.every((value) => Number.isInteger(Number(value ?? 0))));

/** The options of echarts for a width in pixels. Tooltips are drawn too: the page's policy allows no styled markup. */
export function chartOption(kind: ChartKind, chart: ChartReply, look: ChartLook, width: number): EChartsCoreOption {
  const lying = isLying(kind, chart);
  const hasLegend = kind === 'pie' ? width < NARROW : chart.series.length > 1;
  const axisLabel = { color: look.soft, hideOverlap: true };
  const category = {
    type: 'category',
    // Quarters and months are short on the axis, where many are side by side; the tooltip has the full label.
    data: chart.categories.map(({ key, label }) => (chart.period === null || chart.period === 'year' ? label : key)),
    axisLabel: lying ? { ...axisLabel, width: Math.min(120, width / 3), overflow: 'truncate' } : axisLabel,
    axisTick: { show: false },
    axisLine: { lineStyle: { color: look.line } },
    inverse: lying,
  };
  const value = {
    type: 'value',
    axisLabel: { ...axisLabel, formatter: axisText },
    splitLine: { lineStyle: { color: look.line } },
    ...(isCounted(chart) && { minInterval: 1 }),
  };
  const tip = ({ dataIndex }: { dataIndex: number }) => tipAt(chart, dataIndex);
  const axes = kind === 'pie' ? {} : { xAxis: lying ? value : category, yAxis: lying ? category : value };
  return {
    animation: false,
    color: [...look.colours],
    textStyle: { fontFamily: look.font, color: look.text },
    grid: { left: 4, right: 12, top: 12, bottom: hasLegend ? 34 : 4, outerBoundsMode: 'same' },
    legend: {
      show: hasLegend,
      type: 'scroll',
      bottom: 0,
      itemWidth: 12,
      itemHeight: 10,
      textStyle: { color: look.soft },
    },
    tooltip: {
      trigger: kind === 'pie' ? 'item' : 'axis',
      renderMode: 'richText',
      confine: true,
      axisPointer: { type: kind === 'bar' ? 'shadow' : 'line' },
      backgroundColor: look.paper,
      borderColor: look.line,
      textStyle: { color: look.text, fontSize: 12, lineHeight: 18 },
      formatter: (shown: { dataIndex: number } | { dataIndex: number }[]) => {
        const first = Array.isArray(shown) ? shown[0] : shown;
        return first ? tip(first) : '';
      },
    },
    ...axes,
    series: kind === 'pie' ? [pie(chart, look, width)] : kind === 'bar' ? bars(chart, lying) : lines(chart, look),
  };
}
