import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useState } from 'react';
import type { ListView } from '#schemas/api/records.ts';
import type { Comparison, Condition } from '#schemas/metadata/condition.ts';
import { comparisons, filterFields, type FilterField } from '#generators/filters.ts';
import type { FieldLookups, OptionLabels } from '#client/ui/field-types/field-type-ui.ts';
import { comparisonProblem, startComparison } from './comparison-draft.ts';
import { conditionWords } from './condition-words.ts';
import { comparisonRow, draftRoot, openDraft, type DraftGroup } from './filter-draft.ts';
import { FilterGroup } from './filter-group.tsx';
import { joinFilter } from './filter-tree.ts';

interface FilterPanelProps {
  readonly view: ListView;
  readonly filter: Condition | undefined;
  readonly lookups: FieldLookups & OptionLabels;
  readonly onApply: (next: Condition | undefined) => void;
  readonly onClose: () => void;
}

const EMPTY: DraftGroup = { join: 'and', rows: [] };
const NO_PROBLEM = () => undefined;

/** Every condition of a list in one place: any field, groups of alternatives, applied together. */
export function FilterPanel({ view, filter, lookups, onApply, onClose }: FilterPanelProps) {
  const fields = filterFields(view);
  const [draft, setDraft] = useState(() => (filter ? openDraft(filter) : firstLine(fields)));
  const [wasRefused, setRefused] = useState(false);
  const problemOf = (comparison: Comparison) => {
    const field = fields.find((offered) => offered.field.apiName === comparison.field)?.field;
    return field ? comparisonProblem(comparison, field) : '请选择字段';
  };
  const apply = () => {
    const root = draftRoot(draft);
    if (root.members.flatMap(comparisons).some(problemOf)) {
      setRefused(true);
      return;
    }
    onApply(joinFilter(root));
    onClose();
  };
  const words = (condition: Condition) =>
    conditionWords(condition, view.fields, (value, field) => lookups.label(field.config?.optionSet, value, field));
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="md" aria-labelledby="filter-panel-title">
      <DialogTitle id="filter-panel-title">筛选{view.label}</DialogTitle>
      <DialogContent>
        <FilterGroup
          group={draft}
          onChange={setDraft}
          fields={fields}
          lookups={lookups}
          isOuter
          problemOf={wasRefused ? problemOf : NO_PROBLEM}
          wordsOf={words}
        />
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button color="inherit" onClick={() => setDraft(EMPTY)} sx={{ mr: 'auto' }}>
          清空
        </Button>
        <Button onClick={onClose}>取消</Button>
        <Button variant="contained" onClick={apply}>
          应用筛选
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function firstLine(fields: readonly FilterField[]): DraftGroup {
  const first = fields[0];
  return first ? { join: 'and', rows: [comparisonRow(startComparison(first.field))] } : EMPTY;
}
