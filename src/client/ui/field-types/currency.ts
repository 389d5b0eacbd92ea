import { FIELD_TYPE_CELLS } from './cells.ts';
import type { FieldTypeUi } from './field-type-ui.ts';
import { CurrencyFilter } from './filters/editors.tsx';
import { CurrencyInput } from './inputs/currency-input.tsx';

/** An amount with its currency, or a band. */
export const currency: FieldTypeUi = { Cell: FIELD_TYPE_CELLS.currency, Input: CurrencyInput, Filter: CurrencyFilter };
