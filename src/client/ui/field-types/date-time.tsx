import { DateTimeCell } from './cells/date-cell.tsx';
import type { FieldTypeLook } from './field-type-look.ts';
import { moment } from './texts/cell-texts.ts';

/** An instant, in Shanghai time. */
export const dateTime: FieldTypeLook = {
  Cell: DateTimeCell,
  cellText: moment,
  input: 'DateTimeInput',
  filter: 'DateFilter',
};
