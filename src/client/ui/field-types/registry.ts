import type { ComponentType } from 'react';
import type { FieldDefinition, FieldTypeName } from '#schemas/metadata/field.ts';
import type { FieldValue } from '#schemas/metadata/value.ts';
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
import { formula } from './formula.tsx';
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
const FIELD_TYPE_LOOKS: Readonly<Record<FieldTypeName, FieldTypeLook>> = {
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
  formula,
};

/** The look of a field. */
export const lookOf = (field: Pick<FieldDefinition, 'type'>): FieldTypeLook => FIELD_TYPE_LOOKS[field.type];

/** The cell of a field. */
export const cellOf = (field: Pick<FieldDefinition, 'type'>): ComponentType<CellProps> => lookOf(field).Cell;

/** A value as one line of text, as its cell shows it; empty where nothing is known. Reads of labels are observable. */
export const cellText = (value: FieldValue, field: FieldDefinition, options: OptionLabels): string =>
  value === null || value === undefined || isEmptyValue(value) ? '' : lookOf(field).cellText(value, field, options);
