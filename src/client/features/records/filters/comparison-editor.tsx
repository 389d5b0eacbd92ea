import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import type { Comparison, Operator } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { OPERATOR_FORMS } from '#generators/operators.ts';
import type { FieldLookups } from '#client/ui/field-types/field-type-ui.ts';
import { editorsOf } from '#client/ui/field-types/editors.ts';
import { withOperator } from './comparison-draft.ts';

interface ComparisonEditorProps {
  readonly field: FieldDefinition;
  readonly operators: readonly Operator[];
  readonly comparison: Comparison;
  readonly onChange: (next: Comparison) => void;
  readonly lookups: FieldLookups;
}

/** How a field is compared, and with what. */
export function ComparisonEditor({ field, operators, comparison, onChange, lookups }: ComparisonEditorProps) {
  const { Filter } = editorsOf(field);
  return (
    <>
      <TextField
        select
        label="比较方式"
        value={comparison.op}
        onChange={(event) => onChange(withOperator(comparison, event.target.value as Operator))}
        sx={{ minWidth: 148, flex: '0 0 auto' }}
      >
        {operators.map((operator) => (
          <MenuItem key={operator} value={operator}>
            {OPERATOR_FORMS[operator].label}
          </MenuItem>
        ))}
      </TextField>
      {OPERATOR_FORMS[comparison.op].shape !== 'nothing' && (
        <Filter field={field} comparison={comparison} onChange={onChange} lookups={lookups} />
      )}
    </>
  );
}
