import { linkCell } from './cells/link-cell.tsx';
import type { FieldTypeLook } from './field-type-look.ts';

const href = (text: string) => (/^https?:\/\//i.test(text) ? text : undefined);
const shown = (text: string) => text.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '');

/** A web address. */
export const url: FieldTypeLook = {
  Cell: linkCell(href, shown),
  cellText: (value) => shown(String(value)),
  href,
  input: 'TextInput',
  filter: 'TextFilter',
};
