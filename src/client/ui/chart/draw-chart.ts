import { BarChart, LineChart, PieChart } from 'echarts/charts';
import { GridComponent, LegendScrollComponent, TooltipComponent } from 'echarts/components';
import { type ECharts, init, use as register } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import type { ChartReply } from '#schemas/api/details.ts';
import type { ChartKind } from '#schemas/metadata/detail.ts';
import { chartOption, type ChartLook } from './chart-option.ts';

register([BarChart, LineChart, PieChart, GridComponent, LegendScrollComponent, TooltipComponent, SVGRenderer]);

/** What a chart is drawn from. */
export interface Drawing {
  readonly kind: ChartKind;
  readonly chart: ChartReply;
  /** A press on the group at a place. */
  readonly onPick: (at: number) => void;
}

const SERIES_COLOURS = 8;

function lookOf(element: HTMLElement): ChartLook {
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(name).trim();
  return {
    colours: Array.from({ length: SERIES_COLOURS }, (_, index) => token(`--chart-${index + 1}`)),
    text: token('--text'),
    soft: token('--text-soft'),
    line: token('--line'),
    paper: token('--paper'),
    font: style.fontFamily,
  };
}

/** Draws a chart into an element and again whenever its width changes; the function returned takes it away. */
export function drawChart(element: HTMLElement, { kind, chart, onPick }: Drawing): () => void {
  const drawn: ECharts = init(element, null, { renderer: 'svg' });
  const look = lookOf(element);
  let width = 0;
  const draw = () => {
    if (element.clientWidth === width) return;
    width = element.clientWidth;
    drawn.resize();
    drawn.setOption(chartOption(kind, chart, look, width), true);
  };
  draw();
  drawn.on('click', ({ dataIndex }) => onPick(dataIndex));
  const watcher = new ResizeObserver(draw);
  watcher.observe(element);
  return () => {
    watcher.disconnect();
    drawn.dispose();
  };
}
