import { TextCell } from './cells/text-cell.tsx';
import type { FieldTypeLook } from './field-type-look.ts';
import { plain } from './texts/cell-texts.ts';

/** Text of several lines. */
export const longText: FieldTypeLook = {
  Cell: TextCell,
  cellText: plain,
  input: 'LongTextInput',
  filter: 'TextFilter',
};
