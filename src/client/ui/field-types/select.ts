import { FIELD_TYPE_CELLS } from './cells.ts';
import type { FieldTypeUi } from './field-type-ui.ts';
import { ChoiceFilter } from './filters/editors.tsx';
import { SelectInput } from './inputs/select-input.tsx';

/** One option. */
export const select: FieldTypeUi = { Cell: FIELD_TYPE_CELLS.select, Input: SelectInput, Filter: ChoiceFilter };
