import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { ChartReply } from '#schemas/api/details.ts';
import type { ChartKind } from '#schemas/metadata/detail.ts';
import { noteOf, summaryOf } from './chart-figures.ts';
import { chartHeight } from './chart-option.ts';
import { ChartTable } from './chart-table.tsx';
import './chart.css';

interface ChartProps {
  readonly label: string;
  readonly kind: ChartKind;
  readonly chart: ChartReply;
  /** Address of the records of a group; undefined where there is no list of them. */
  readonly hrefOf: (key: string) => string | undefined;
  /** The numbers as a table; a table of the chart itself when absent. */
  readonly table?: ReactNode;
}

/** A chart with what it was made from below it, and its numbers as a table on demand. */
export function Chart({
  label,
  kind,
  chart,
  hrefOf,
  table = <ChartTable {...{ label, chart, hrefOf }} />,
}: ChartProps) {
  const [isTable, setIsTable] = useState(false);
  if (chart.categories.length === 0)
    return <p className="chart-note">{chart.sampleSize === 0 ? '暂无相关数据' : `${noteOf(chart)}，暂时画不出图`}</p>;
  return (
    <>
      {isTable ? table : <Picture {...{ label, kind, chart, hrefOf, table }} />}
      <div className="chart-foot">
        <p className="chart-note">
          {chart.categories.some(({ incomplete }) => incomplete) && (
            <span className="chart-fresh" title="近半年的事件往往尚未公布，浅色部分之后还会增加">
              数据尚不完整
            </span>
          )}
          {noteOf(chart)}
        </p>
        <Button className="chart-toggle" color="inherit" aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
          {isTable ? '查看图表' : '查看数据'}
        </Button>
      </div>
    </>
  );
}

function Picture({ label, kind, chart, hrefOf, table }: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'loading' | 'drawn' | 'failed'>('loading');
  useEffect(() => {
    let clear: (() => void) | undefined;
    let isGone = false;
    const onPick = (at: number) => {
      const href = hrefOf(chart.categories[at]?.key ?? '');
      if (href !== undefined) window.open(href, '_blank', 'noopener');
    };
    // The drawing library is as large as the rest of the page and comes only where there is something to draw.
    import('./draw-chart.ts').then(
      ({ drawChart }) => {
        if (isGone || !place.current) return;
        clear = drawChart(place.current, { kind, chart, onPick });
        setState('drawn');
      },
      () => setState('failed'),
    );
    return () => {
      isGone = true;
      clear?.();
    };
  }, [kind, chart, hrefOf]);
  if (state === 'failed') return table;
  return (
    <div className="chart-picture" style={{ height: chartHeight(kind, chart) }}>
      {state === 'loading' && <Skeleton variant="rounded" height="100%" />}
      <div ref={place} role="img" aria-label={summaryOf(label, chart)} className="chart-drawing" />
    </div>
  );
}
