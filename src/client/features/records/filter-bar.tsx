import FilterList from '@mui/icons-material/FilterList';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useState } from 'react';
import type { ListView } from '#schemas/api/records.ts';
import type { Comparison, Condition } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FieldLookups, OptionLabels } from '#client/ui/field-types/field-type-ui.ts';
import { filterFields } from '#generators/filters.ts';
import { comparisonWords, conditionWords } from './condition-words.ts';
import { FilterPill } from './filter-pill.tsx';
import { addCondition, comparisonOn, filterRoot, isComparison, replaceMember } from './filter-tree.ts';

// Editors bring the inputs of every field type; a list that nobody filters does not load them.
const FilterPopover = lazy(async () => ({ default: (await import('./filter-popover.tsx')).FilterPopover }));
const FilterPanel = lazy(async () => ({ default: (await import('./filter-panel.tsx')).FilterPanel }));

interface FilterBarProps {
  readonly view: ListView;
  readonly filter: Condition | undefined;
  readonly onFilter: (next: Condition | undefined) => void;
  readonly lookups: FieldLookups & OptionLabels;
}

/** The filters of a list: those of the layout as pills, what else applies as chips, and the panel for everything. */
export const FilterBar = observer(function FilterBar({ view, filter, onFilter, lookups }: FilterBarProps) {
  const [isPanelOpen, setPanelOpen] = useState(false);
  const offered = filterFields(view)
    .slice(0, view.filters.length)
    .filter(({ field }) => view.filters.includes(field.apiName));
  const labelOf = (value: string, field: FieldDefinition) => lookups.label(optionSetOf(field), value, field);
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
          <Suspense fallback={<Skeleton variant="rectangular" width={360} height={180} />}>
            <FilterPopover
              field={field}
              current={current}
              lookups={lookups}
              onApply={(next) => {
                close();
                if (next || current) apply(next);
              }}
            />
          </Suspense>
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
    const words = conditionWords(member, view.fields, labelOf);
    return (
      <Button
        key={JSON.stringify(member)}
        variant="outlined"
        title={words}
        sx={{ borderRadius: 4, maxWidth: 420, flex: 'none' }}
        onClick={() => setPanelOpen(true)}
      >
        <span style={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>{words}</span>
      </Button>
    );
  });
  return (
    <Stack
      direction="row"
      role="group"
      aria-label="筛选"
      sx={{
        gap: 0.75,
        alignItems: 'center',
        flexWrap: { xs: 'nowrap', md: 'wrap' },
        overflowX: { xs: 'auto', md: 'visible' },
        py: 0.25,
        flexShrink: 0,
      }}
    >
      {pills}
      {chips}
      <Button startIcon={<FilterList />} sx={{ flex: 'none' }} onClick={() => setPanelOpen(true)}>
        更多筛选
      </Button>
      {filter && (
        <Button color="inherit" sx={{ flex: 'none', color: 'text.secondary' }} onClick={() => onFilter(undefined)}>
          清除全部
        </Button>
      )}
      {isPanelOpen && (
        <Suspense fallback={null}>
          <FilterPanel
            view={view}
            filter={filter}
            lookups={lookups}
            onClose={() => setPanelOpen(false)}
            onApply={onFilter}
          />
        </Suspense>
      )}
    </Stack>
  );
});

/** Where the labels of a field's choices are kept; an amount's choices are its bands. */
const optionSetOf = (field: FieldDefinition) => field.config?.optionSet ?? field.config?.bandOptionSet;
