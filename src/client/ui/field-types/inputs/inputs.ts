import { BooleanInput } from './boolean-input.tsx';
import { CurrencyInput } from './currency-input.tsx';
import { DateInput, DateTimeInput } from './date-input.tsx';
import { FileInput } from './file-input.tsx';
import { FormulaInput } from './formula-input.tsx';
import { NumberInput } from './number-input.tsx';
import { MultiReferenceInput, ReferenceInput } from './reference-input.tsx';
import { MultiSelectInput, SelectInput } from './select-input.tsx';
import { LongTextInput, TextInput } from './text-input.tsx';
import { TextListInput } from './text-list-input.tsx';
import { TreeInput } from './tree-input.tsx';

/** Every input that a field type may name. */
export const INPUTS = {
  BooleanInput,
  CurrencyInput,
  DateInput,
  DateTimeInput,
  FileInput,
  FormulaInput,
  LongTextInput,
  MultiReferenceInput,
  MultiSelectInput,
  NumberInput,
  ReferenceInput,
  SelectInput,
  TextInput,
  TextListInput,
  TreeInput,
};
