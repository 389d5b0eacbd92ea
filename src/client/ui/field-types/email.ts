import { FIELD_TYPE_CELLS } from './cells.ts';
import type { FieldTypeUi } from './field-type-ui.ts';
import { TextFilter } from './filters/editors.tsx';
import { TextInput } from './inputs/text-input.tsx';

/** A mail address. */
export const email: FieldTypeUi = { Cell: FIELD_TYPE_CELLS.email, Input: TextInput, Filter: TextFilter };
