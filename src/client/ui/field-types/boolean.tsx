import { BooleanCell } from './cells/choice-cell.tsx';
import type { FieldTypeLook } from './field-type-look.ts';
import { yesOrNo } from './texts/cell-texts.ts';

/** 是 or 否. */
export const boolean: FieldTypeLook = {
  Cell: BooleanCell,
  cellText: yesOrNo,
  input: 'BooleanInput',
  filter: 'BooleanFilter',
};
