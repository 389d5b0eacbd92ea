import { ReferenceCell } from './cells/reference-cell.tsx';
import type { FieldTypeLook } from './field-type-look.ts';
import { names } from './texts/cell-texts.ts';

/** Links to several records. */
export const multiReference: FieldTypeLook = {
  Cell: ReferenceCell,
  cellText: names,
  inRows: 'links',
  input: 'MultiReferenceInput',
  filter: 'ReferenceFilter',
};
