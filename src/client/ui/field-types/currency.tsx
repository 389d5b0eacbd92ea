import { CurrencyCell, amountInFull } from './cells/currency-cell.tsx';
import type { FieldTypeLook } from './field-type-look.ts';
import { amount } from './texts/cell-texts.ts';

/** An amount with its currency, or a band. */
export const currency: FieldTypeLook = {
  Cell: CurrencyCell,
  cellText: amount,
  hover: amountInFull,
  input: 'CurrencyInput',
  filter: 'CurrencyFilter',
};
