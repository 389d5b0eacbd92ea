import { FIELD_TYPE_CELLS } from './cells.ts';
import type { FieldTypeUi } from './field-type-ui.ts';
import { TextFilter } from './filters/editors.tsx';
import { TextInput } from './inputs/text-input.tsx';

/** One line of text. */
export const text: FieldTypeUi = { Cell: FIELD_TYPE_CELLS.text, Input: TextInput, Filter: TextFilter };
