import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { ListGroups } from '#schemas/api/list-groups.ts';
import type { ListView } from '#schemas/api/list-view.ts';
import type { Comparison } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ListSummary } from '#schemas/metadata/displays.ts';
import { COUNTED } from '#client/features/records/base/count-labels.ts';
import { isMoney } from '#generators/field-types/registry.ts';
import { inGroup } from '#shared/conditions/in-group.ts';
import { formatMoney } from '#shared/money/format.ts';
import { PlainButton } from '#client/ui/plain-button.tsx';
import type { ListSummariesStore } from '#client/features/records/base/list-summaries-store.ts';
import type { RecordListStore } from './record-list-store.ts';
import './list-summaries.css';

/** Groups that are shown of each summary. */
const SHOWN = 5;

interface ListSummariesProps {
  readonly store: RecordListStore;
  readonly summaries: ListSummariesStore;
  /** Narrows the list to one group. */
  readonly onNarrow: (comparison: Comparison) => void;
}

/** How many records the list has, and how much they come to, group by group; each group narrows the list to itself. */
export const ListSummaries = observer(function ListSummaries({ store, summaries, onNarrow }: ListSummariesProps) {
  const { view, query, fixed } = store;
  const shown = fixed?.summaries ?? [];
  const [isOpen, setOpen] = useState(() => window.innerWidth >= 900);
  useEffect(() => {
    if (view && isOpen) summaries.show(shown, query);
  });
  if (!view || shown.length === 0) return null;
  return (
    <section className="list-summaries" aria-label="汇总">
      <PlainButton tone="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? '收起汇总' : '展开汇总'}
      </PlainButton>
      {isOpen && (
        <div className="list-summary-cards">
          {shown.map((summary) => (
            <SummaryCard key={summary.label} {...{ summary, view, summaries, onNarrow, store }} />
          ))}
        </div>
      )}
    </section>
  );
});

interface SummaryCardProps extends ListSummariesProps {
  readonly summary: ListSummary;
  readonly view: ListView;
}

const SummaryCard = observer(function SummaryCard(props: SummaryCardProps) {
  const { summary, view, summaries, onNarrow, store } = props;
  const part = summaries.of(summary.label);
  const find = (name: string | undefined) => view.fields.find(({ apiName }) => apiName === name);
  const [by, sum] = [find(summary.by), find(summary.sum)];
  if (!by) return null;
  const groups = part?.value?.groups ?? [];
  const isTime = summary.unit !== undefined;
  // Of periods the latest are shown, of all else the largest.
  const rows = isTime ? groups.slice(-SHOWN).toReversed() : groups.slice(0, SHOWN);
  const rest = groups.length - rows.length + (part?.value?.more ?? 0);
  const most = Math.max(1, ...rows.map(({ count }) => count));
  return (
    <div className="list-summary">
      <h2>{summary.label}</h2>
      {part?.failure && (
        <p role="alert">
          {part.failure.message}
          <PlainButton onClick={() => void part.load(store.query)}>重试</PlainButton>
        </p>
      )}
      {part?.value && groups.length === 0 && <p>没有符合条件的记录</p>}
      <ul aria-busy={part?.isLoading === true}>
        {rows.map((group) => (
          <li key={group.key}>
            <button
              type="button"
              title={`只看“${group.label}”`}
              onClick={() => onNarrow(comparisonOf(by, summary, group.key))}
            >
              <span className="list-summary-name">{group.label}</span>
              <span className="list-summary-figure">{figureOf(group, sum, view.measureWord)}</span>
              <span className="list-summary-bar" style={{ width: `${(100 * group.count) / most}%` }} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      {rest > 0 && <p className="list-summary-rest">{isTime ? `更早还有 ${rest} 组` : `另有 ${rest} 组`}</p>}
    </div>
  );
});

const comparisonOf = (by: FieldDefinition, { unit }: ListSummary, key: string): Comparison =>
  inGroup(by, key, { unit, isBranch: true });

function figureOf(
  { count, sum }: ListGroups['groups'][number],
  field: FieldDefinition | undefined,
  unit: string = COUNTED,
): string {
  if (!field || sum === null) return `${count} ${unit}`;
  return `${count} ${unit} · ${isMoney(field) ? `${formatMoney(sum)}元` : `${sum}${field.config?.unit ?? ''}`}`;
}
