import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState, type SubmitEvent } from 'react';
import type { Comparison } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FieldLookups } from '#client/ui/field-types/field-type-ui.ts';
import { comparisonProblem, startComparison } from './comparison-draft.ts';
import { ComparisonEditor } from './comparison-editor.tsx';

interface FilterPopoverProps {
  readonly field: FieldDefinition;
  /** What applies now; undefined when nothing does. */
  readonly current: Comparison | undefined;
  /** Undefined takes the filter away. */
  readonly onApply: (next: Comparison | undefined) => void;
  readonly lookups: FieldLookups;
}

/** The filter of one field, put together here and applied at once. */
export function FilterPopover({ field, current, onApply, lookups }: FilterPopoverProps) {
  const [draft, setDraft] = useState(current ?? startComparison(field));
  const [wasRefused, setRefused] = useState(false);
  const problem = comparisonProblem(draft, field);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (problem === undefined) onApply(draft);
    else setRefused(true);
  };
  return (
    <Stack component="form" onSubmit={submit} sx={{ p: 2, gap: 1.5, width: 360, maxWidth: '92vw' }}>
      <Typography variant="h3" component="h2">
        按{field.label}筛选
      </Typography>
      <ComparisonEditor field={field} comparison={draft} onChange={setDraft} lookups={lookups} />
      {wasRefused && problem !== undefined && (
        <Typography role="alert" variant="body2" color="error">
          {problem}
        </Typography>
      )}
      <Stack direction="row" sx={{ justifyContent: 'flex-end', gap: 1 }}>
        {current && <Button onClick={() => onApply(undefined)}>清除</Button>}
        <Button type="submit" variant="contained">
          应用
        </Button>
      </Stack>
    </Stack>
  );
}
