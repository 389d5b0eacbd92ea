import { FormulaCell } from './cells/formula-cell.tsx';
import type { FieldTypeLook } from './field-type-look.ts';
import { day, figure, plain, yesOrNo } from './texts/cell-texts.ts';

const RESULTS = { text: plain, decimal: figure, boolean: yesOrNo, date: day };

/** A worked-out value. */
export const formula: FieldTypeLook = {
  Cell: FormulaCell,
  cellText: (value, field, options) => RESULTS[field.config?.resultType ?? 'text'](value, field, options),
  input: 'FormulaInput',
  filter: 'FormulaFilter',
};
