import { DateCell } from './cells/date-cell.tsx';
import type { FieldTypeLook } from './field-type-look.ts';
import { day } from './texts/cell-texts.ts';

/** A day, or the year or month known of it. */
export const date: FieldTypeLook = { Cell: DateCell, cellText: day, input: 'DateInput', filter: 'DateFilter' };
