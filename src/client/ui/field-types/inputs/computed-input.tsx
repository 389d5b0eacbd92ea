import { styled } from '@mui/material/styles';
import { observer } from 'mobx-react-lite';
import { isNumbered } from '#generators/field-types/registry.ts';
import type { InputProps } from '#client/ui/field-types/field-type-ui.ts';
import { cellOf } from '#client/ui/field-types/registry.ts';
import { optionOf } from './choices.ts';
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

/** A value that the server sets: shown, never typed. */
export const ComputedInput = observer(function ComputedInput({ id, field, value, describedBy, lookups }: InputProps) {
  const Cell = cellOf(field);
  const label = (_: string | undefined, option: string) => optionOf(option, field, lookups).label;
  return (
    <Shown id={id} role="note" aria-labelledby={labelId(id)} aria-describedby={describedBy}>
      {isNumbered(field) && value === undefined ? (
        '保存后自动编号'
      ) : (
        <Cell field={field} value={value} options={{ label, path: () => [] }} />
      )}
    </Shown>
  );
});
