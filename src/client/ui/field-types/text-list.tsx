import { TextListCell } from './cells/text-list-cell.tsx';
import type { FieldTypeLook } from './field-type-look.ts';
import { plain } from './texts/cell-texts.ts';

/** Free texts. */
export const textList: FieldTypeLook = {
  Cell: TextListCell,
  cellText: plain,
  input: 'TextListInput',
  filter: 'TextFilter',
};
