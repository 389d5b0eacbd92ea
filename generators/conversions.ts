import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { SqlType, StorageColumn } from './field-types/field-type.ts';
import { fieldType, isComputed, isLinking } from './field-types/registry.ts';
import { isSealed } from './field-types/sealed.ts';

/** What a column becomes when every value of its field is one of another type too: the expression, in SQL over its name. */
type Cast = (column: string) => string;

const CASTS: Readonly<Partial<Record<`${SqlType} ${SqlType}`, Cast>>> = {
  'bigint numeric': (column) => `${column}::numeric`,
  'text text[]': (column) => `case when ${column} is not null then array[${column}] end`,
  'bigint bigint[]': (column) => `case when ${column} is not null then array[${column}] end`,
};

/** The same of a value on the wire, as it is kept in histories and in rows that were put away. */
export type WireChange = 'toText' | 'toList';

export interface Conversion {
  readonly from: FieldDefinition;
  readonly to: FieldDefinition;
  readonly before: StorageColumn;
  readonly after: StorageColumn;
  /** SQL over the quoted name of the column. */
  readonly cast: Cast;
  readonly wire: WireChange;
}

/**
 * How a field of one type becomes one of another without a loss: a whole number a decimal one, one option or link a list of
 * them. Undefined where values could be lost, or the types say different things.
 */
function conversionOf(from: FieldDefinition, to: FieldDefinition): Conversion | undefined {
  if (from.type === to.type || [from, to].some((field) => isComputed(field) || isSealed(field))) return undefined;
  const [[before, ...rest], [after, ...more]] = [fieldType(from).columns(from), fieldType(to).columns(to)];
  if (!before || !after || rest.length > 0 || more.length > 0) return undefined;
  const cast = CASTS[`${before.sqlType} ${after.sqlType}`];
  if (!cast) return undefined;
  const isAlike = isLinking(from)
    ? isLinking(to) && from.targetApiName === to.targetApiName
    : fieldType(from).options === fieldType(to).options && fieldType(from).freeText === fieldType(to).freeText;
  if (!isAlike) return undefined;
  return { from, to, before, after, cast, wire: after.sqlType === 'numeric' ? 'toText' : 'toList' };
}

/** May values of the old type be kept, unchanged, as values of the new one? */
function keepsValues(from: FieldDefinition, to: FieldDefinition): boolean {
  const isAlike = from.targetApiName === to.targetApiName && holdsShape(to, from);
  // What was filled goes on to be worked out: kept values are stated beside what is counted, or become those of a formula.
  if (from.type === to.type || (!isComputed(from) && isComputed(to))) return isAlike;
  const { kind, options } = fieldType(from);
  return kind === 'text' && options === undefined && fieldType(to).freeText !== undefined;
}

/** Does a field have the columns of another one? One of another type, or that is worked out again, may have more of them. */
function holdsShape(to: FieldDefinition, from: FieldDefinition): boolean {
  const needed = JSON.stringify(shape(from));
  return from.type === to.type && !isComputed(to)
    ? JSON.stringify(shape(to)) === needed
    : JSON.stringify(shape(to).slice(0, shape(from).length)) === needed;
}

export const columnNames = (field: FieldDefinition): string[] =>
  fieldType(field)
    .columns(field)
    .map(({ name }) => name);

const shape = (field: FieldDefinition) =>
  fieldType(field)
    .columns(field)
    .map(({ name, sqlType }) => [name, sqlType]);

/** The fields whose values become those of another type, by how they do. */
export function conversions(from: ObjectDefinition, to: ObjectDefinition): Conversion[] {
  return from.fields.flatMap((old) => {
    const next = to.fields.find(({ apiName }) => apiName === old.apiName);
    return (next && !keepsValues(old, next) && conversionOf(old, next)) || [];
  });
}

/** A field that becomes one of another type as far as its values can be read as such. */
export interface Recast {
  readonly from: FieldDefinition;
  readonly to: FieldDefinition;
  /** The hidden field that keeps every value as it was. */
  readonly kept: FieldDefinition;
}

/** May values of a field become those of another type by their texts, where staff consent to what is lost? */
const isReadable = (from: FieldDefinition, to: FieldDefinition): boolean =>
  !isSealed(from) && !isSealed(to) && fieldType(to).readsFrom?.includes(from.type) === true;

/** Names are at most 40 characters, and a version has at most ten digits. */
const keptName = ({ version }: ObjectDefinition, { apiName }: FieldDefinition): string =>
  `${apiName.slice(0, 29)}V${version}`;

/** What says how values read, and who may read them. */
const KEPT_CONFIG: ReadonlySet<string> = new Set(['optionSet', 'partial', 'maxItems', 'unit', 'visibleTo', 'limits']);

/** What a hidden field says of itself, beside its name and its label, so that its values read as before. */
function keptField(object: ObjectDefinition, field: FieldDefinition): FieldDefinition {
  const config = Object.fromEntries(
    Object.entries(field.config ?? {}).filter(([attribute]) => KEPT_CONFIG.has(attribute)),
  );
  return {
    apiName: keptName(object, field),
    type: field.type,
    label: `${field.label.slice(0, 180)}（原${fieldType(field).label}）`,
    ...(field.selectOptions && { selectOptions: field.selectOptions }),
    ...(field.maxLength !== undefined && { maxLength: field.maxLength }),
    ...(field.decimalPlaces !== undefined && { decimalPlaces: field.decimalPlaces }),
    ...(Object.keys(config).length > 0 && { config }),
    removed: true,
  };
}

/** A definition with a hidden field for each that is read as one of another type, save those of `free`, which hold nothing. */
export function withKeptFields(
  from: ObjectDefinition,
  to: ObjectDefinition,
  free: ReadonlySet<string> = new Set(),
): ObjectDefinition {
  const names = new Set([...from.fields, ...to.fields].map(({ apiName }) => apiName));
  const kept = unkeptFields(from, to).flatMap((old) => {
    const next = to.fields.find(({ apiName }) => apiName === old.apiName);
    if (!next || free.has(old.apiName) || !isReadable(old, next)) return [];
    return names.has(keptName(from, old)) ? [] : [keptField(from, old)];
  });
  return kept.length === 0 ? to : { ...to, fields: [...to.fields, ...kept] };
}

/** The fields that are read as ones of another type, each with the hidden one that keeps its values. */
export function recasts(from: ObjectDefinition, to: ObjectDefinition): Recast[] {
  return from.fields.flatMap((old) => {
    const next = to.fields.find(({ apiName }) => apiName === old.apiName);
    const name = keptName(from, old);
    const kept = to.fields.find(({ apiName, type }) => apiName === name && type === old.type);
    const isNew = from.fields.every(({ apiName }) => apiName !== name);
    if (!next || !kept || !isNew || keepsValues(old, next) || conversionOf(old, next)) return [];
    return isReadable(old, next) ? [{ from: old, to: next, kept }] : [];
  });
}

/** The fields that go or become others in a way that no value would survive: only such as never held any may. */
export function unkeptFields(from: ObjectDefinition, to: ObjectDefinition): FieldDefinition[] {
  const recast = new Set(recasts(from, to).map((one) => one.from.apiName));
  return from.fields.filter((old) => {
    const next = to.fields.find(({ apiName }) => apiName === old.apiName);
    if (recast.has(old.apiName)) return false;
    return !next || (!keepsValues(old, next) && !conversionOf(old, next));
  });
}
