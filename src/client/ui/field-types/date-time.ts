import { FIELD_TYPE_CELLS } from './cells.ts';
import type { FieldTypeUi } from './field-type-ui.ts';
import { DateFilter } from './filters/editors.tsx';
import { DateTimeInput } from './inputs/date-input.tsx';

/** An instant, in Shanghai time. */
export const dateTime: FieldTypeUi = { Cell: FIELD_TYPE_CELLS.dateTime, Input: DateTimeInput, Filter: DateFilter };
