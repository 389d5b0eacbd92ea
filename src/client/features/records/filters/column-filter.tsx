import type { ListView } from '#schemas/api/list-view.ts';
import type { Condition } from '#schemas/metadata/condition.ts';
import { bothOf } from '#shared/conditions/condition-parts.ts';
import { DialogFrame } from '#client/ui/dialogs/dialog-frame.tsx';
import type { FilterLookups } from './label-of.ts';
import { addCondition, comparisonOn, replaceMember, withoutMember } from './filter-tree.ts';
import { QuickFilter } from './quick/quick-filter.tsx';

interface ColumnFilterProps {
  readonly view: ListView;
  readonly apiName: string;
  readonly filter: Condition | undefined;
  readonly keyword: string;
  /** What the list always asks: options are counted within it. */
  readonly within?: Condition | undefined;
  readonly today: string;
  readonly onFilter: (next: Condition | undefined) => void;
  readonly lookups: FilterLookups;
  readonly onMore: () => void;
  readonly onClose: () => void;
}

/** The filter of one column, asked for at its head. Nothing when the layout no longer has the field. */
export function ColumnFilter(props: ColumnFilterProps) {
  const { view, apiName, filter, keyword, within, today, onFilter, lookups, onMore, onClose } = props;
  const field = view.fields.find((candidate) => candidate.apiName === apiName);
  if (!field) return null;
  const current = comparisonOn(filter, apiName);
  return (
    <DialogFrame title={`${field.label}筛选`} onClose={onClose} isBare>
      <QuickFilter
        field={field}
        current={current}
        lookups={lookups}
        today={today}
        list={{ objectApiName: view.objectApiName, filter: bothOf(within, withoutMember(filter, current)), keyword }}
        onDone={onClose}
        onMore={onMore}
        onApply={(next) => {
          if (current) onFilter(replaceMember(filter, current, next));
          else if (next) onFilter(addCondition(filter, next));
        }}
      />
    </DialogFrame>
  );
}
