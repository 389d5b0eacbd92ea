import { linkCell } from './cells/link-cell.tsx';
import type { FieldTypeLook } from './field-type-look.ts';
import { plain } from './texts/cell-texts.ts';

const href = (text: string) => `mailto:${text}`;

/** A mail address. */
export const email: FieldTypeLook = {
  Cell: linkCell(href),
  cellText: plain,
  href,
  input: 'TextInput',
  filter: 'TextFilter',
};
