import { FileCell } from './cells/file-cell.tsx';
import type { FieldTypeLook } from './field-type-look.ts';
import { fileName } from './texts/cell-texts.ts';

/** A file. */
export const file: FieldTypeLook = {
  Cell: FileCell,
  cellText: fileName,
  inRows: 'component',
  input: 'FileInput',
  filter: 'FileFilter',
};
