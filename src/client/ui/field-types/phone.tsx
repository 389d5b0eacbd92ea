import { linkCell } from './cells/link-cell.tsx';
import type { FieldTypeLook } from './field-type-look.ts';
import { plain } from './texts/cell-texts.ts';

const href = (text: string) => `tel:${text.replace(/转.*$/, '').replace(/[^+\d]/g, '')}`;

/** A phone number. */
export const phone: FieldTypeLook = {
  Cell: linkCell(href),
  cellText: plain,
  href,
  input: 'TextInput',
  filter: 'TextFilter',
};
