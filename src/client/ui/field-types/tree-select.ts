import { FIELD_TYPE_CELLS } from './cells.ts';
import type { FieldTypeUi } from './field-type-ui.ts';
import { TreeFilter } from './filters/editors.tsx';
import { TreeInput } from './inputs/tree-input.tsx';

/** One branch of a tree. */
export const treeSelect: FieldTypeUi = { Cell: FIELD_TYPE_CELLS.treeSelect, Input: TreeInput, Filter: TreeFilter };
