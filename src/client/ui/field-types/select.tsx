import { ChoiceCell } from './cells/choice-cell.tsx';
import type { FieldTypeLook } from './field-type-look.ts';
import { labels } from './texts/cell-texts.ts';

/** One option. */
export const select: FieldTypeLook = {
  Cell: ChoiceCell,
  cellText: labels,
  inRows: 'chips',
  input: 'SelectInput',
  filter: 'ChoiceFilter',
};
