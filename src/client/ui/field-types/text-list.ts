import { FIELD_TYPE_CELLS } from './cells.ts';
import type { FieldTypeUi } from './field-type-ui.ts';
import { TextFilter } from './filters/editors.tsx';
import { TextListInput } from './inputs/text-list-input.tsx';

/** Free texts. */
export const textList: FieldTypeUi = { Cell: FIELD_TYPE_CELLS.textList, Input: TextListInput, Filter: TextFilter };
