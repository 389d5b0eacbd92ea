import { FIELD_TYPE_CELLS } from './cells.ts';
import type { FieldTypeUi } from './field-type-ui.ts';
import { ReferenceFilter } from './filters/editors.tsx';
import { ReferenceInput } from './inputs/reference-input.tsx';

/** A link to one record. */
export const reference: FieldTypeUi = {
  Cell: FIELD_TYPE_CELLS.reference,
  Input: ReferenceInput,
  Filter: ReferenceFilter,
};
