import type { FieldDefinition, FieldTypeName } from '#schemas/metadata/field.ts';
import { boolean } from './boolean.ts';
import { currency } from './currency.ts';
import { date } from './date.ts';
import { dateTime } from './date-time.ts';
import { decimal } from './decimal.ts';
import { email } from './email.ts';
import type { FieldTypeUi } from './field-type-ui.ts';
import { file } from './file.ts';
import { formula } from './formula.ts';
import { image } from './image.ts';
import { integer } from './integer.ts';
import { longText } from './long-text.ts';
import { multiReference } from './multi-reference.ts';
import { multiSelect } from './multi-select.ts';
import { percent } from './percent.ts';
import { phone } from './phone.ts';
import { reference } from './reference.ts';
import { select } from './select.ts';
import { text } from './text.ts';
import { textList } from './text-list.ts';
import { treeSelect } from './tree-select.ts';
import { url } from './url.ts';

/**
 * How every field type looks: cell, input and filter, one file per type. A type without its file does not compile.
 *
 * Cells stand apart in `cells.ts`, which lists and detail pages import alone; this registry brings every input and
 * filter with it and is loaded with the first form or filter panel (`import('#client/ui/field-types/registry.ts')`).
 * Neither imports the form library, which only `ui/schema-form` knows.
 */
export const FIELD_TYPE_UI: Readonly<Record<FieldTypeName, FieldTypeUi>> = {
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
export const fieldTypeUi = (field: Pick<FieldDefinition, 'type'>): FieldTypeUi => FIELD_TYPE_UI[field.type];
