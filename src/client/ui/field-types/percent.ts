import { FIELD_TYPE_CELLS } from './cells.ts';
import type { FieldTypeUi } from './field-type-ui.ts';
import { NumberFilter } from './filters/editors.tsx';
import { NumberInput } from './inputs/number-input.tsx';

/** Percent points. */
export const percent: FieldTypeUi = { Cell: FIELD_TYPE_CELLS.percent, Input: NumberInput, Filter: NumberFilter };
