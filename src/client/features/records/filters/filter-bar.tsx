import FilterList from '@mui/icons-material/FilterList';
import useMediaQuery from '@mui/material/useMediaQuery';
import { bothOf } from '#shared/conditions/condition-parts.ts';
import { observer } from 'mobx-react-lite';
import { useRef, useState } from 'react';
import type { ListView } from '#schemas/api/list-view.ts';
import type { Comparison, Condition } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { filterFields } from '#generators/filters.ts';
import { treeOf } from '#generators/option-tree.ts';
import { valueType } from '#generators/field-types/registry.ts';
import { chipWords } from './chip-words.ts';
import { conditionWords } from '#shared/conditions/condition-words.ts';
import { FilterPill } from './filter-pill.tsx';
import { type FilterLookups, labelsFrom, othersFrom, shortLabel } from './label-of.ts';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import {
  addCondition,
  comparisonOn,
  filterRoot,
  isComparison,
  memberOf,
  replaceMember,
  withoutMember,
} from './filter-tree.ts';
import { PlainButton } from '#client/ui/plain-button.tsx';

// Editors bring the inputs of every field type; a list without filters does not load them.
const QuickPanel = lazyPart(async () => (await import('./quick/quick-panel.tsx')).QuickPanel);
const FilterPanel = lazyPart(async () => (await import('./filter-panel.tsx')).FilterPanel);
const FilterSheet = lazyPart(async () => (await import('./filter-sheet.tsx')).FilterSheet);

/** Below this width of the window filters are in a sheet. */
const NARROW = '(max-width: 899px)';

interface FilterBarProps {
  readonly view: ListView;
  readonly filter: Condition | undefined;
  readonly keyword: string;
  /** What the list always asks: options are counted within it. */
  readonly within?: Condition | undefined;
  readonly onFilter: (next: Condition | undefined) => void;
  readonly lookups: FilterLookups;
  /** The day in Asia/Shanghai, YYYY-MM-DD. */
  readonly today: string;
  /** How many records match, in words; empty while not counted. */
  readonly found: string;
  /** Is the panel of all conditions open? */
  readonly isPanelOpen: boolean;
  readonly onPanel: (isOpen: boolean) => void;
}

/**
 * The filters of a list: those of the layout as pills, what else applies as chips, and the panel for everything. On narrow
 * screens the pills are in a sheet.
 */
export const FilterBar = observer(function FilterBar(props: FilterBarProps) {
  const { view, filter, keyword, within, onFilter, lookups, today, found, isPanelOpen, onPanel: setPanelOpen } = props;
  /** The field that the sheet shows, if any; undefined while it is closed. */
  const [sheet, setSheet] = useState<{ readonly apiName: string | undefined }>();
  const [cleared, setCleared] = useState<Condition>();
  const isNarrow = useMediaQuery(NARROW, { noSsr: true });
  // Two presses may come before the address follows the first.
  const latest = useRef(filter);
  const [seen, setSeen] = useState(filter);
  if (seen !== filter) {
    setSeen(filter);
    latest.current = filter;
  }
  const offered = filterFields(view)
    .slice(0, view.filters.length)
    .filter(({ field }) => view.filters.includes(field.apiName))
    .map(({ field }) => field);
  const labelOf = labelsFrom(lookups);
  const wordsOf = (field: FieldDefinition, comparison: Comparison) =>
    chipWords(comparison, field, labelOf, (value) =>
      valueType(field).options === 'tree' ? treeOf(lookups.options(field)).hasBelow(value) : false,
    );
  const put = (next: Condition | undefined) => {
    latest.current = next;
    onFilter(next);
  };
  const apply = (current: Comparison | undefined, field: FieldDefinition) => (next: Comparison | undefined) => {
    const now = memberOf(latest.current, current) ?? comparisonOn(latest.current, field.apiName);
    if (now) put(replaceMember(latest.current, now, next));
    else if (next) put(addCondition(latest.current, next));
  };
  const quick = (field: FieldDefinition, current: Comparison | undefined, close: () => void) => ({
    field,
    current,
    lookups,
    today,
    list: { objectApiName: view.objectApiName, filter: bothOf(within, withoutMember(filter, current)), keyword },
    onApply: apply(current, field),
    onDone: close,
    onMore: () => {
      close();
      setSheet(undefined);
      setPanelOpen(true);
    },
  });
  const inPills = new Set<Condition>();
  const pill = (field: FieldDefinition, current: Comparison | undefined) => {
    if (current) inPills.add(current);
    return (
      <FilterPill
        key={field.apiName}
        label={shortLabel(field)}
        words={current && wordsOf(field, current)}
        onClear={() => apply(current, field)(undefined)}
        onOpen={isNarrow ? () => setSheet({ apiName: field.apiName }) : undefined}
        panel={(anchor, close) => <QuickPanel anchor={anchor} {...quick(field, current, close)} />}
      />
    );
  };
  const active = offered.map((field) => [field, comparisonOn(filter, field.apiName)] as const);
  const shown = isNarrow ? active.filter(([, current]) => current !== undefined) : active;
  const pills = shown.map(([field, current]) => pill(field, current));
  const root = filterRoot(filter);
  const isOr = root.join === 'or' && root.members.length > 1;
  const others = isOr && filter ? [filter] : root.members.filter((member) => !inPills.has(member));
  const chips = others.map((member) => {
    const field = isComparison(member) && view.fields.find(({ apiName }) => apiName === member.field);
    if (field) return pill(field, member);
    const words = conditionWords(
      member,
      { fields: view.fields, others: othersFrom(lookups), listNames: lookups.listNames },
      labelOf,
    );
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
  const clear = () => {
    setCleared(filter);
    put(undefined);
  };
  const elsewhere = others.flatMap((member) => {
    const field = isComparison(member) && view.fields.find(({ apiName }) => apiName === member.field);
    return field ? [[field, member] as const] : [];
  });
  const count = isOr ? 1 : root.members.length;
  return (
    <div className="filter-bar" role="group" aria-label="筛选">
      {isNarrow && (
        <PlainButton
          look="outlined"
          icon={<FilterList />}
          className="filter-open"
          aria-haspopup="dialog"
          onClick={() => setSheet({ apiName: undefined })}
        >
          {count > 0 ? `筛选（${count}）` : '筛选'}
        </PlainButton>
      )}
      {pills}
      {chips}
      {!isNarrow && (
        <PlainButton icon={<FilterList />} onClick={() => setPanelOpen(true)}>
          更多筛选
        </PlainButton>
      )}
      {filter && (
        <PlainButton tone="quiet" className="filter-clear" onClick={clear}>
          清除全部
        </PlainButton>
      )}
      {!filter && cleared && (
        <span className="filter-cleared" role="status">
          已清除筛选
          <PlainButton onClick={() => put(cleared)}>撤销</PlainButton>
        </span>
      )}
      {sheet && (
        <FilterSheet
          shown={sheet.apiName}
          rows={[...active, ...elsewhere].map(([field, current]) => ({
            field,
            words: current && wordsOf(field, current),
            quick: (close) => quick(field, current, close),
          }))}
          found={found}
          onClear={filter ? clear : undefined}
          onMore={() => {
            setSheet(undefined);
            setPanelOpen(true);
          }}
          onClose={() => setSheet(undefined)}
        />
      )}
      {isPanelOpen && (
        <FilterPanel view={view} filter={filter} lookups={lookups} onClose={() => setPanelOpen(false)} onApply={put} />
      )}
    </div>
  );
});
