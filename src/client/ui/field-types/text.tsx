import { TextCell } from './cells/text-cell.tsx';
import type { FieldTypeLook } from './field-type-look.ts';
import { words } from './texts/cell-texts.ts';

/** One line of text. */
export const text: FieldTypeLook = { Cell: TextCell, cellText: words, input: 'TextInput', filter: 'TextFilter' };
