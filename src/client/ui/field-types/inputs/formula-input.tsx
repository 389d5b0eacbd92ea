import { styled } from '@mui/material/styles';
import { FormulaCell } from '#client/ui/field-types/cells/formula-cell.tsx';
import type { InputProps } from '#client/ui/field-types/field-type-ui.ts';
import { CONTROL_HEIGHT, labelId } from './control.tsx';

const Shown = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  minHeight: CONTROL_HEIGHT,
  padding: '0 10px',
  fontSize: theme.typography.body2.fontSize,
  color: theme.palette.text.secondary,
  backgroundColor: theme.palette.action.hover,
  borderRadius: theme.shape.borderRadius,
  '--cell-align': 'left',
}));

const noLabels = { label: (_: string | undefined, value: string) => value, path: () => [] };

/** A worked-out value: shown, never typed. */
export function FormulaInput({ id, field, value, describedBy }: InputProps) {
  return (
    <Shown id={id} role="note" aria-labelledby={labelId(id)} aria-describedby={describedBy}>
      <FormulaCell field={field} value={value} options={noLabels} />
    </Shown>
  );
}
