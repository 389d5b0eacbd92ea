import { FIELD_TYPE_CELLS } from './cells.ts';
import type { FieldTypeUi } from './field-type-ui.ts';
import { NumberFilter } from './filters/editors.tsx';
import { NumberInput } from './inputs/number-input.tsx';

/** An exact number. */
export const decimal: FieldTypeUi = { Cell: FIELD_TYPE_CELLS.decimal, Input: NumberInput, Filter: NumberFilter };
