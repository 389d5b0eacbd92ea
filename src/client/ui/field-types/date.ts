import { FIELD_TYPE_CELLS } from './cells.ts';
import type { FieldTypeUi } from './field-type-ui.ts';
import { DateFilter } from './filters/editors.tsx';
import { DateInput } from './inputs/date-input.tsx';

/** A day, or the year or month known of it. */
export const date: FieldTypeUi = { Cell: FIELD_TYPE_CELLS.date, Input: DateInput, Filter: DateFilter };
