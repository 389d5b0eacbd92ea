import { FIELD_TYPE_CELLS } from './cells.ts';
import type { FieldTypeUi } from './field-type-ui.ts';
import { TextFilter } from './filters/editors.tsx';
import { LongTextInput } from './inputs/text-input.tsx';

/** Text of several lines. */
export const longText: FieldTypeUi = { Cell: FIELD_TYPE_CELLS.longText, Input: LongTextInput, Filter: TextFilter };
