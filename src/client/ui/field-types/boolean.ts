import { FIELD_TYPE_CELLS } from './cells.ts';
import type { FieldTypeUi } from './field-type-ui.ts';
import { BooleanFilter } from './filters/editors.tsx';
import { BooleanInput } from './inputs/boolean-input.tsx';

/** 是 or 否. */
export const boolean: FieldTypeUi = { Cell: FIELD_TYPE_CELLS.boolean, Input: BooleanInput, Filter: BooleanFilter };
