import { ReferenceCell } from './cells/reference-cell.tsx';
import type { FieldTypeLook } from './field-type-look.ts';
import { names } from './texts/cell-texts.ts';

/** A link to one record. */
export const reference: FieldTypeLook = {
  Cell: ReferenceCell,
  cellText: names,
  inRows: 'links',
  input: 'ReferenceInput',
  filter: 'ReferenceFilter',
};
