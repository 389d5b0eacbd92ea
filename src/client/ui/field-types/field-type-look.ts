import type { ComponentType } from 'react';
import type { FieldValue } from '#schemas/metadata/value.ts';
import type { CellProps, CellText } from './field-type-ui.ts';

/** Every input that a field type may name; `inputs/inputs.ts` has them. */
export type InputName =
  | 'BooleanInput'
  | 'ComputedInput'
  | 'CurrencyInput'
  | 'DateInput'
  | 'DateTimeInput'
  | 'FileInput'
  | 'LongTextInput'
  | 'MultiReferenceInput'
  | 'MultiSelectInput'
  | 'NumberInput'
  | 'ReferenceInput'
  | 'SelectInput'
  | 'TextInput'
  | 'TextListInput'
  | 'TreeInput';

/** Every filter that a field type may name; `filters/editors.tsx` has them. */
export type FilterName =
  | 'BooleanFilter'
  | 'ChoiceFilter'
  | 'ComputedFilter'
  | 'CurrencyFilter'
  | 'DateFilter'
  | 'FileFilter'
  | 'NumberFilter'
  | 'ReferenceFilter'
  | 'TextFilter'
  | 'TreeFilter';

/**
 * How fields of one type are drawn. Inputs and filters are named and not imported: lists and detail pages load without
 * them, and `editors.ts` brings them all with the first form or filter panel.
 */
export interface FieldTypeLook {
  /**
   * One clipped line, numbers to the right. A page with room says so with CSS variables on an ancestor: `--cell-wrap:
   * pre-wrap` shows whole texts, `--cell-align: left` puts numbers left, `--cell-picture: 96px` enlarges pictures.
   */
  readonly Cell: ComponentType<CellProps>;
  readonly cellText: CellText;
  /** Where a text leads; undefined when it must not be a link, so that no stored text can run script. */
  readonly href?: (text: string) => string | undefined;
  /** What the rows of the grid draw, which have no room for components; the text of the cell when absent. */
  readonly inRows?: 'chips' | 'links' | 'component';
  /** What else is known of a value, shown on hover in the rows of the grid. */
  readonly hover?: (value: NonNullable<FieldValue>) => string | undefined;
  readonly input: InputName;
  readonly filter: FilterName;
}
