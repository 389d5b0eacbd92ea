import Typography from '@mui/material/Typography';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FieldValue } from '#schemas/metadata/value.ts';
import { editorsOf } from '#client/ui/field-types/editors.ts';
import type { FieldLookups } from '#client/ui/field-types/field-type-ui.ts';
import { labelId } from '#client/ui/field-types/inputs/control.tsx';

interface ProposedValueProps {
  readonly id: string;
  readonly label: string;
  readonly field: FieldDefinition;
  readonly value: FieldValue;
  readonly onChange: (value: FieldValue) => void;
  readonly problem: string | undefined;
  readonly lookups: FieldLookups;
}

/** The input of a field in a dialog about one value, with what is wrong with it. */
export function ProposedValue({ id, label, problem, ...input }: ProposedValueProps) {
  const { Input } = editorsOf(input.field);
  return (
    <div>
      <Typography id={labelId(id)} component="label" htmlFor={id} variant="body2" color="textSecondary">
        {label}
      </Typography>
      <Input id={id} {...input} onBlur={ignore} problem={problem} required={false} describedBy={`${id}-note`} />
      <Typography id={`${id}-note`} variant="body2" color="error">
        {problem}
      </Typography>
    </div>
  );
}

const ignore = () => undefined;
