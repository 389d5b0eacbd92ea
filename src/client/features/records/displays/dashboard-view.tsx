import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import type { ListView } from '#schemas/api/list-view.ts';
import type { ListChart } from '#schemas/metadata/displays.ts';
import type { Comparison } from '#schemas/metadata/condition.ts';
import { inGroup } from '#shared/conditions/in-group.ts';
import { Chart } from '#client/ui/chart/chart.tsx';
import { groupsChart } from '#client/ui/chart/groups-chart.ts';
import { LoadingBlock } from '#client/ui/loading-block.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { COUNTED } from '#client/features/records/base/count-labels.ts';
import { fieldOf } from '#client/features/records/blocks/row-facts.tsx';
import type { ListSummariesStore } from '#client/features/records/base/list-summaries-store.ts';
import type { DisplayQuery } from './display-query.ts';

const CHART_HEIGHT = 260;

interface DashboardViewProps {
  readonly view: ListView;
  readonly query: DisplayQuery;
  readonly charts: ListSummariesStore;
  /** Address of the list, narrowed to one group more. */
  readonly hrefOf: (comparison: Comparison) => string;
}

/** A list as charts of all records that it shows; each group leads to its records. */
export const DashboardView = observer(function DashboardView(props: DashboardViewProps) {
  const { view, query, charts } = props;
  const shown = view.dashboard?.charts ?? [];
  useEffect(() => charts.show(shown, query));
  return (
    <div className="dashboard" data-columns={view.dashboard?.columns} aria-label={`${view.label}仪表盘`} role="group">
      {shown.map((chart) => (
        <section key={chart.label} className="dashboard-card" aria-label={chart.label}>
          <h2>{chart.label}</h2>
          <Card {...props} layout={chart} />
        </section>
      ))}
    </div>
  );
});

const Card = observer(function Card({ view, query, charts, hrefOf, layout }: DashboardViewProps & CardProps) {
  const part = charts.of(layout.label);
  const by = fieldOf(view, layout.by);
  if (!by) return null;
  if (part?.failure) {
    const retry = () => void part.load(query);
    return <Notice isAlert title={part.failure.message} action={{ label: '重试', onPress: retry }} />;
  }
  if (!part?.value) return <LoadingBlock height={CHART_HEIGHT} />;
  const { more } = part.value;
  const counted = view.measureWord ?? COUNTED;
  const chart = groupsChart(part.value, { ...layout, added: fieldOf(view, layout.sum), counted });
  const href = (key: string) =>
    key === '' ? undefined : hrefOf(inGroup(by, key, { unit: layout.unit, isBranch: true }));
  return (
    <>
      <Chart label={layout.label} kind={layout.kind} chart={chart} hrefOf={href} />
      {more > 0 && <p className="chart-note">{layout.unit ? `更早还有 ${more} 组` : `另有 ${more} 组较小的未画出`}</p>}
    </>
  );
});

interface CardProps {
  readonly layout: ListChart;
}
