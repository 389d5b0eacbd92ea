import { ImageCell } from './cells/file-cell.tsx';
import type { FieldTypeLook } from './field-type-look.ts';
import { fileName } from './texts/cell-texts.ts';

/** A picture. */
export const image: FieldTypeLook = {
  Cell: ImageCell,
  cellText: fileName,
  inRows: 'component',
  input: 'FileInput',
  filter: 'FileFilter',
};
