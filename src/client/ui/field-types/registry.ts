import type { ComponentType } from 'react';
import type { FieldDefinition, FieldTypeName } from '#schemas/metadata/field.ts';
import type { FieldValue } from '#schemas/metadata/value.ts';
import { isNumbered, valueType } from '#generators/field-types/registry.ts';
import { boolean } from './boolean.tsx';
import { isEmptyValue } from './cells/clipped.tsx';
import { currency } from './currency.tsx';
import { date } from './date.tsx';
import { dateTime } from './date-time.tsx';
import { decimal } from './decimal.tsx';
import { email } from './email.tsx';
import type { FieldTypeLook } from './field-type-look.ts';
import type { CellProps, OptionLabels } from './field-type-ui.ts';
import { file } from './file.tsx';
import { image } from './image.tsx';
import { integer } from './integer.tsx';
import { longText } from './long-text.tsx';
import { multiReference } from './multi-reference.tsx';
import { multiSelect } from './multi-select.tsx';
import { percent } from './percent.tsx';
import { phone } from './phone.tsx';
import { reference } from './reference.tsx';
import { select } from './select.tsx';
import { text } from './text.tsx';
import { textList } from './text-list.tsx';
import { treeSelect } from './tree-select.tsx';
import { url } from './url.tsx';

/** How every field type is drawn, one file per type. A type without its file does not compile. */
const FIELD_TYPE_LOOKS: Readonly<Record<FieldTypeName, FieldTypeLook | 'as its result'>> = {
  text,
  longText,
  url,
  phone,
  email,
  integer,
  decimal,
  percent,
  currency,
  date,
  dateTime,
  select,
  multiSelect,
  treeSelect,
  boolean,
  reference,
  multiReference,
  textList,
  image,
  file,
  formula: 'as its result',
  rollup: 'as its result',
  lookup: 'as its result',
};

type Typed = Pick<FieldDefinition, 'type' | 'config'>;

/** The look of a field; one that the server works out is drawn as a value of its result and never filled. */
export function lookOf(field: Typed): FieldTypeLook {
  const look = FIELD_TYPE_LOOKS[field.type];
  if (look !== 'as its result') return isNumbered(field) ? { ...look, input: 'ComputedInput' } : look;
  return { ...lookOf({ type: valueType(field).type }), input: 'ComputedInput', filter: 'ComputedFilter' };
}

/** The cell of a field. */
export const cellOf = (field: Typed): ComponentType<CellProps> => lookOf(field).Cell;

/** A value as one line of text, as its cell shows it; empty where nothing is known. Reads of labels are observable. */
export const cellText = (value: FieldValue, field: FieldDefinition, options: OptionLabels): string =>
  value === null || value === undefined || isEmptyValue(value) ? '' : lookOf(field).cellText(value, field, options);
