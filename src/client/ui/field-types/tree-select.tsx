import { TreeCell } from './cells/choice-cell.tsx';
import type { FieldTypeLook } from './field-type-look.ts';
import { branch } from './texts/cell-texts.ts';

/** One branch of a tree. */
export const treeSelect: FieldTypeLook = { Cell: TreeCell, cellText: branch, input: 'TreeInput', filter: 'TreeFilter' };
