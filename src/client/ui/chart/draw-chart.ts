import { BarChart, LineChart, PieChart } from 'echarts/charts';
import { GridComponent, LegendScrollComponent, TooltipComponent } from 'echarts/components';
import { type ECharts, init, use as register } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import type { ChartReply } from '#schemas/api/details.ts';
import type { ChartKind } from '#schemas/metadata/detail.ts';
import { colourNow, onColoursChange } from '#client/lib/appearance.ts';
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
  return {
    colours: Array.from({ length: SERIES_COLOURS }, (_, index) => colourNow(`--chart-${index + 1}`)),
    text: colourNow('--text'),
    soft: colourNow('--text-soft'),
    line: colourNow('--line'),
    paper: colourNow('--paper'),
    font: getComputedStyle(element).fontFamily,
  };
}

/** Draws a chart into an element and again whenever its width or the colours of the page change; the function returned takes it away. */
export function drawChart(element: HTMLElement, { kind, chart, onPick }: Drawing): () => void {
  const drawn: ECharts = init(element, null, { renderer: 'svg' });
  let width = 0;
  const draw = () => {
    width = element.clientWidth;
    drawn.resize();
    drawn.setOption(chartOption(kind, chart, lookOf(element), width), true);
  };
  const fit = () => {
    if (element.clientWidth !== width) draw();
  };
  draw();
  drawn.on('click', ({ dataIndex }) => onPick(dataIndex));
  const watcher = new ResizeObserver(fit);
  watcher.observe(element);
  const ignoreColours = onColoursChange(draw);
  return () => {
    ignoreColours();
    watcher.disconnect();
    drawn.dispose();
  };
}
