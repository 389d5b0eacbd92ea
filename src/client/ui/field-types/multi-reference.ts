import { FIELD_TYPE_CELLS } from './cells.ts';
import type { FieldTypeUi } from './field-type-ui.ts';
import { ReferenceFilter } from './filters/editors.tsx';
import { MultiReferenceInput } from './inputs/reference-input.tsx';

/** Links to several records. */
export const multiReference: FieldTypeUi = {
  Cell: FIELD_TYPE_CELLS.multiReference,
  Input: MultiReferenceInput,
  Filter: ReferenceFilter,
};
