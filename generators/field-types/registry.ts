import type { FieldDefinition, FieldTypeName } from '#schemas/metadata/field.ts';
import { boolean } from './boolean.ts';
import { currency } from './currency.ts';
import { dateTime } from './date-time.ts';
import { date } from './date.ts';
import { decimal } from './decimal.ts';
import { email } from './email.ts';
import type { FieldType, ValueKind } from './field-type.ts';
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
import { lookup, rollup } from './rollup.ts';
import { canSeal, isSealed, sealedType } from './sealed.ts';
import { select } from './select.ts';
import { textList } from './text-list.ts';
import { text } from './text.ts';
import { treeSelect } from './tree-select.ts';
import { url } from './url.ts';

/** The type of the values of a field that is worked out of other records. */
const resultOf = ({ config }: FieldDefinition): FieldType => FIELD_TYPE_REGISTRY[config?.result ?? 'text'];

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
  rollup: rollup(resultOf),
  lookup: lookup(resultOf),
};

const SEALED_TYPES: ReadonlyMap<string, FieldType> = new Map(
  Object.values(FIELD_TYPE_REGISTRY)
    .filter(canSeal)
    .map((type) => [type.type, sealedType(type)]),
);

type Typed = Pick<FieldDefinition, 'type' | 'config'>;

/** The type of a field: that of its name, sealed where its values are. */
export function fieldType(field: Typed): FieldType {
  const open = FIELD_TYPE_REGISTRY[field.type];
  return isSealed(field) ? (SEALED_TYPES.get(field.type) ?? open) : open;
}

/** The type of a field's value: for one that is worked out, the type of the result. */
export function valueType(field: Typed): FieldType {
  const type = fieldType(field);
  if (type.kind !== 'answer') return type;
  const { result, resultType = 'text' } = field.config ?? {};
  return FIELD_TYPE_REGISTRY[type.fromOthers ? (result ?? 'text') : resultType];
}

/** The kind of a field's value; for one that is worked out, the kind of the result. */
export function valueKind(field: Typed): ValueKind {
  const { kind } = valueType(field);
  return kind === 'answer' ? 'text' : kind;
}

/** Is the value worked out by the server and never filled? */
export const isComputed = (field: Typed): boolean => fieldType(field).kind === 'answer';

/** Does the server number the records in this field? */
export const isNumbered = ({ config }: Typed): boolean => config?.autoNumber !== undefined;

/** Do keywords find records by it? Numbers of records unless staff say otherwise: users have little else to call one by. */
export const isSearched = (field: Typed): boolean =>
  field.config?.searchable ?? field.config?.naming ?? isNumbered(field);

/** Is the value set by the server, whatever users send for it: worked out, or the number of the record? */
export const isAutomatic = (field: Typed): boolean => isComputed(field) || isNumbered(field);

/** Is the value worked out of other records? */
export const isFromOthers = (field: Typed): boolean => fieldType(field).fromOthers === true;

/** Is the value worked out of the record itself? */
export const isFormula = (field: Typed): boolean => isComputed(field) && !isFromOthers(field);

/** Does the field itself hold a date or an instant? A formula never does, whatever its answer. */
export const isDated = (field: Typed): boolean => ['date', 'instant'].includes(fieldType(field).kind);

/** Does the field hold a link, or several, to records of its target? */
export const isLinking = (field: Typed): boolean => ['link', 'links'].includes(fieldType(field).kind);

/** Are the values links, those of a value that is worked out too? */
export const showsLinks = (field: Typed): boolean => ['link', 'links'].includes(valueKind(field));

/** Does the field hold amounts of money? */
export const isMoney = (field: Typed): boolean => fieldType(field).kind === 'money';

/** Does the field hold a file or a picture? */
export const isFile = (field: Typed): boolean => fieldType(field).kind === 'file';

/** Does the field hold several values? */
export const isList = (field: Typed): boolean => ['texts', 'links'].includes(fieldType(field).kind);

/** Is the value counted from other records, so that a source can state another one beside it? */
export const isStatable = ({ config }: Typed): boolean => config?.rollup !== undefined && config.result !== undefined;

/** Can a file of records bring values of the field? */
export const isImportable = (field: Typed): boolean =>
  (!isAutomatic(field) || isStatable(field)) && valueKind(field) !== 'file';

/** Does the field take any name as it is: one line of free text, or a list of free texts? */
export const takesNames = (field: Typed): boolean => {
  const { freeText, kind, options } = fieldType(field);
  return freeText === 'line' || (kind === 'texts' && options === undefined);
};
