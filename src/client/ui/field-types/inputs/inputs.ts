import type { ComponentType } from 'react';
import type { InputName } from '#client/ui/field-types/field-type-look.ts';
import type { InputProps } from '#client/ui/field-types/field-type-ui.ts';
import { BooleanInput } from './boolean-input.tsx';
import { ComputedInput } from './computed-input.tsx';
import { CurrencyInput } from './currency-input.tsx';
import { DateInput, DateTimeInput } from './date-input.tsx';
import { FileInput } from './file-input.tsx';
import { NumberInput } from './number-input.tsx';
import { MultiReferenceInput, ReferenceInput } from './reference-input.tsx';
import { MultiSelectInput, SelectInput } from './select-input.tsx';
import { LongTextInput, TextInput } from './text-input.tsx';
import { TextListInput } from './text-list-input.tsx';
import { TreeInput } from './tree-input.tsx';

/** Every input that a field type may name. */
export const INPUTS: Readonly<Record<InputName, ComponentType<InputProps>>> = {
  BooleanInput,
  ComputedInput,
  CurrencyInput,
  DateInput,
  DateTimeInput,
  FileInput,
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
