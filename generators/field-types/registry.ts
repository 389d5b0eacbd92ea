import type { FieldDefinition, FieldTypeName } from '#schemas/metadata/field.ts';
import { boolean } from './boolean.ts';
import { currency } from './currency.ts';
import { dateTime } from './date-time.ts';
import { date } from './date.ts';
import { decimal } from './decimal.ts';
import { email } from './email.ts';
import type { FieldType } from './field-type.ts';
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
import { canSeal, isSealed, sealedType } from './sealed.ts';
import { select } from './select.ts';
import { textList } from './text-list.ts';
import { text } from './text.ts';
import { treeSelect } from './tree-select.ts';
import { url } from './url.ts';

/** Every field type there is. A name without a file here does not compile. */
const FIELD_TYPE_REGISTRY: Readonly<Record<FieldTypeName, FieldType>> = {
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

const SEALED_TYPES: ReadonlyMap<string, FieldType> = new Map(
  Object.values(FIELD_TYPE_REGISTRY)
    .filter(canSeal)
    .map((type) => [type.type, sealedType(type)]),
);

/** The type of a field: that of its name, sealed where its values are. */
export function fieldType(field: Pick<FieldDefinition, 'type' | 'config'>): FieldType {
  const open = FIELD_TYPE_REGISTRY[field.type];
  return isSealed(field) ? (SEALED_TYPES.get(field.type) ?? open) : open;
}

/** The type of a field's value: for a formula, the type of its answer. */
export function valueType(field: FieldDefinition): FieldType {
  return field.type === 'formula' ? FIELD_TYPE_REGISTRY[field.config?.resultType ?? 'text'] : fieldType(field);
}
