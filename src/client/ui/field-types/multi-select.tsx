import { ChoiceCell } from './cells/choice-cell.tsx';
import type { FieldTypeLook } from './field-type-look.ts';
import { labels } from './texts/cell-texts.ts';

/** Several options. */
export const multiSelect: FieldTypeLook = {
  Cell: ChoiceCell,
  cellText: labels,
  inRows: 'chips',
  input: 'MultiSelectInput',
  filter: 'ChoiceFilter',
};
