import FilterList from '@mui/icons-material/FilterList';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { ListView } from '#schemas/api/records.ts';
import type { Comparison, Condition } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { filterFields } from '#generators/filters.ts';
import { comparisonWords, conditionWords } from './condition-labels.ts';
import { FilterPill } from './filter-pill.tsx';
import { type FilterLookups, labelsFrom, othersFrom } from './label-of.ts';
import { lazyPart, reserved } from '#client/ui/lazy-part.tsx';
import { addCondition, comparisonOn, filterRoot, isComparison, replaceMember } from './filter-tree.ts';
import { PlainButton } from '#client/ui/plain-button.tsx';

// Editors bring the inputs of every field type; a list without filters does not load them.
const FilterPopover = lazyPart(
  async () => (await import('./filter-popover.tsx')).FilterPopover,
  reserved(<div style={{ width: 360, height: 180 }} />),
);
const FilterPanel = lazyPart(async () => (await import('./filter-panel.tsx')).FilterPanel);

interface FilterBarProps {
  readonly view: ListView;
  readonly filter: Condition | undefined;
  readonly onFilter: (next: Condition | undefined) => void;
  readonly lookups: FilterLookups;
}

/** The filters of a list: those of the layout as pills, what else applies as chips, and the panel for everything. */
export const FilterBar = observer(function FilterBar({ view, filter, onFilter, lookups }: FilterBarProps) {
  const [isPanelOpen, setPanelOpen] = useState(false);
  const [cleared, setCleared] = useState<Condition>();
  const offered = filterFields(view)
    .slice(0, view.filters.length)
    .filter(({ field }) => view.filters.includes(field.apiName));
  const labelOf = labelsFrom(lookups);
  const inPills = new Set<Condition>();
  const pill = (field: FieldDefinition, current: Comparison | undefined) => {
    if (current) inPills.add(current);
    const apply = (next: Comparison | undefined) =>
      onFilter(current ? replaceMember(filter, current, next) : next && addCondition(filter, next));
    return (
      <FilterPill
        key={field.apiName}
        label={field.label}
        words={current && comparisonWords(current, field, labelOf)}
        onClear={() => apply(undefined)}
        editor={(close) => (
          <FilterPopover
            field={field}
            current={current}
            lookups={lookups}
            onApply={(next) => {
              close();
              if (next || current) apply(next);
            }}
          />
        )}
      />
    );
  };
  const pills = offered.map(({ field }) => pill(field, comparisonOn(filter, field.apiName)));
  const root = filterRoot(filter);
  const isOr = root.join === 'or' && root.members.length > 1;
  const others = isOr && filter ? [filter] : root.members.filter((member) => !inPills.has(member));
  const chips = others.map((member) => {
    const field = isComparison(member) && view.fields.find(({ apiName }) => apiName === member.field);
    if (field) return pill(field, member);
    const words = conditionWords(member, { fields: view.fields, others: othersFrom(lookups) }, labelOf);
    return (
      <PlainButton
        key={JSON.stringify(member)}
        look="outlined"
        className="filter-chip"
        title={words}
        onClick={() => setPanelOpen(true)}
      >
        <span>{words}</span>
      </PlainButton>
    );
  });
  return (
    <div className="filter-bar" role="group" aria-label="筛选">
      {pills}
      {chips}
      <PlainButton icon={<FilterList />} onClick={() => setPanelOpen(true)}>
        更多筛选
      </PlainButton>
      {filter && (
        <PlainButton
          tone="quiet"
          className="filter-clear"
          onClick={() => {
            setCleared(filter);
            onFilter(undefined);
          }}
        >
          清除全部
        </PlainButton>
      )}
      {!filter && cleared && (
        <span className="filter-cleared" role="status">
          已清除筛选
          <PlainButton onClick={() => onFilter(cleared)}>撤销</PlainButton>
        </span>
      )}
      {isPanelOpen && (
        <FilterPanel
          view={view}
          filter={filter}
          lookups={lookups}
          onClose={() => setPanelOpen(false)}
          onApply={onFilter}
        />
      )}
    </div>
  );
});
