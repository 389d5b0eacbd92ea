import { FIELD_TYPE_CELLS } from './cells.ts';
import type { FieldTypeUi } from './field-type-ui.ts';
import { NumberFilter } from './filters/editors.tsx';
import { NumberInput } from './inputs/number-input.tsx';

/** A whole number. */
export const integer: FieldTypeUi = { Cell: FIELD_TYPE_CELLS.integer, Input: NumberInput, Filter: NumberFilter };
