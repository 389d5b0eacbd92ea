import { FIELD_TYPE_CELLS } from './cells.ts';
import type { FieldTypeUi } from './field-type-ui.ts';
import { FileFilter } from './filters/editors.tsx';
import { FileInput } from './inputs/file-input.tsx';

/** A picture. */
export const image: FieldTypeUi = { Cell: FIELD_TYPE_CELLS.image, Input: FileInput, Filter: FileFilter };
