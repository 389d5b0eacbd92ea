import { NumberCell } from './cells/number-cell.tsx';
import type { FieldTypeLook } from './field-type-look.ts';
import { figure } from './texts/cell-texts.ts';

/** Percent points. */
export const percent: FieldTypeLook = {
  Cell: NumberCell,
  cellText: figure,
  input: 'NumberInput',
  filter: 'NumberFilter',
};
