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
  return fieldType(from).kind === 'text' && fieldType(to).freeText !== undefined;
}

/** Does a field have the columns of another one? One of another type, or that is worked out again, may have more of them. */
function holdsShape(to: FieldDefinition, from: FieldDefinition): boolean {
  const needed = JSON.stringify(shape(from));
  return from.type === to.type && !isComputed(to)
    ? JSON.stringify(shape(to)) === needed
    : JSON.stringify(shape(to).slice(0, shape(from).length)) === needed;
}

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

/** The fields that go or become others in a way that no value would survive: only such as never held any may. */
export function unkeptFields(from: ObjectDefinition, to: ObjectDefinition): FieldDefinition[] {
  return from.fields.filter((old) => {
    const next = to.fields.find(({ apiName }) => apiName === old.apiName);
    return !next || (!keepsValues(old, next) && !conversionOf(old, next));
  });
}
