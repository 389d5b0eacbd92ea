import { FIELD_TYPE_CELLS } from './cells.ts';
import type { FieldTypeUi } from './field-type-ui.ts';
import { FormulaFilter } from './filters/editors.tsx';
import { FormulaInput } from './inputs/formula-input.tsx';

/** A worked-out value. */
export const formula: FieldTypeUi = { Cell: FIELD_TYPE_CELLS.formula, Input: FormulaInput, Filter: FormulaFilter };
