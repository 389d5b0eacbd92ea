import { observer } from 'mobx-react-lite';
import { type ReactNode, useEffect, useMemo } from 'react';
import { detailCharts, detailRelated, type DetailSection as Section, detailSections } from '#generators/detail.ts';
import { isSystem } from '#generators/object.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { usePageTitle } from '#client/lib/page-title.ts';
import type { FieldLookups, OptionLabels } from '#client/ui/field-types/field-type-ui.ts';
import type { ActionStore } from '#client/features/records/actions/action-store.ts';
import { ChartCard } from './chart-card.tsx';
import { DetailHeader } from './detail-header.tsx';
import { DetailNav } from './detail-nav.tsx';
import { DetailSection } from './detail-section.tsx';
import { LockedPart } from './locked-part.tsx';
import { DetailRefusal, DetailSkeleton } from './detail-states.tsx';
import { ProseSection } from './prose-section.tsx';
import type { DetailPartProps } from './detail-value.tsx';
import { RelatedList } from './related-list.tsx';
import type { RecordDetailStore } from './record-detail-store.ts';
import './record-detail.css';

const CHARTS_ID = 'charts';

interface RecordDetailPageProps {
  readonly store: RecordDetailStore;
  readonly options: FieldLookups & OptionLabels;
  readonly onUpgrade: () => void;
  readonly onSignIn: () => void;
  readonly actions?: ActionStore;
  /** What another feature says about the record, below its head. */
  readonly panel?: ReactNode;
  /** The record was merged into another one, whose page is the one to show. */
  readonly onMerged?: (id: string) => void;
}

/** The page of any record, as the detail layout of its object says. */
export const RecordDetailPage = observer(function RecordDetailPage({
  store,
  options,
  onUpgrade,
  onSignIn,
  actions,
  panel,
  onMerged,
}: RecordDetailPageProps) {
  useEffect(() => void store.load(), [store]);
  const { definition, reply } = store;
  const merged = reply?.mergedInto;
  useEffect(() => {
    if (merged !== undefined) onMerged?.(merged);
  }, [merged, onMerged]);
  usePageTitle(store.name || definition?.label || '详情');
  if (store.status === 'failed' && store.failure)
    return (
      <DetailRefusal
        failure={store.failure}
        retry={() => void store.load()}
        onUpgrade={onUpgrade}
        onSignIn={onSignIn}
      />
    );
  if (!definition || !reply) return <DetailSkeleton />;
  return <Details part={{ store, options, onUpgrade, actions }} definition={definition} panel={panel} />;
});

/** The first section says what the record is; the pictures follow, before all the rest that is read in detail. */
const SECTIONS_BEFORE_CHARTS = 1;

const Details = observer(function Details({
  part,
  definition,
  panel,
}: {
  readonly part: DetailPartProps;
  readonly definition: ObjectDefinition;
  readonly panel: ReactNode;
}) {
  const { store, options } = part;
  const sections = useMemo(() => detailSections(definition), [definition]);
  const charts = store.charts.filter(({ chart }) => chart.value !== null);
  const head = sections.slice(0, SECTIONS_BEFORE_CHARTS);
  const rest = sections.slice(SECTIONS_BEFORE_CHARTS);
  const anchors = [
    ...head,
    ...(charts.length > 0 ? [{ id: CHARTS_ID, label: '图表' }] : []),
    ...rest,
    ...store.related.map((related) => related.layout),
  ].map(({ id, label }) => ({ id, label }));
  const show = (section: Section) =>
    section.isProse ? (
      <ProseSection key={section.id} {...part} section={section} />
    ) : (
      <DetailSection key={section.id} {...part} section={section} isPlain={isSystem(definition)} />
    );
  return (
    <article className="detail">
      <div className="detail-main">
        <DetailHeader {...part} definition={definition} />
        {panel}
        {head.map(show)}
        {store.charts.length > 0 && (
          <div id={CHARTS_ID} className="detail-charts">
            {store.charts.map((chart) => (
              <ChartCard key={chart.layout.id} store={chart} />
            ))}
          </div>
        )}
        {rest.map(show)}
        {store.related.map((related) => (
          <RelatedList key={related.layout.id} store={related} options={options} />
        ))}
        {store.isPart && (
          <LockedPart
            labels={[...detailCharts(definition), ...detailRelated(definition)].map(({ label }) => label)}
            onUpgrade={part.onUpgrade}
          />
        )}
      </div>
      <DetailNav key={anchors.map(({ id }) => id).join()} anchors={anchors} />
    </article>
  );
});
