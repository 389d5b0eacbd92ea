import { FIELD_TYPE_CELLS } from './cells.ts';
import type { FieldTypeUi } from './field-type-ui.ts';
import { ChoiceFilter } from './filters/editors.tsx';
import { MultiSelectInput } from './inputs/select-input.tsx';

/** Several options. */
export const multiSelect: FieldTypeUi = {
  Cell: FIELD_TYPE_CELLS.multiSelect,
  Input: MultiSelectInput,
  Filter: ChoiceFilter,
};
