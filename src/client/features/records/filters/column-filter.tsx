import Dialog from '@mui/material/Dialog';
import type { ListView } from '#schemas/api/records.ts';
import type { Condition } from '#schemas/metadata/condition.ts';
import type { FieldLookups } from '#client/ui/field-types/field-type-ui.ts';
import { FilterPopover } from './filter-popover.tsx';
import { addCondition, comparisonOn, replaceMember } from './filter-tree.ts';

interface ColumnFilterProps {
  readonly view: ListView;
  readonly apiName: string;
  readonly filter: Condition | undefined;
  readonly onFilter: (next: Condition | undefined) => void;
  readonly lookups: FieldLookups;
  readonly onClose: () => void;
}

/** The filter of one column, asked for at its head. Nothing when the layout no longer has the field. */
export function ColumnFilter({ view, apiName, filter, onFilter, lookups, onClose }: ColumnFilterProps) {
  const field = view.fields.find((candidate) => candidate.apiName === apiName);
  if (!field) return null;
  const current = comparisonOn(filter, apiName);
  return (
    <Dialog open onClose={onClose} aria-label={`${field.label}筛选`}>
      <FilterPopover
        field={field}
        current={current}
        lookups={lookups}
        onApply={(next) => {
          onClose();
          if (current) onFilter(replaceMember(filter, current, next));
          else if (next) onFilter(addCondition(filter, next));
        }}
      />
    </Dialog>
  );
}
