import type { Condition } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { RecordValues } from '#schemas/metadata/value.ts';
import { questionOf } from '#shared/conditions/value-test.ts';

/** A value that a record has in a field. */
export interface Anchor {
  readonly field: string;
  readonly value: unknown;
}

/** More of them than this narrow nothing. */
const MOST = 200;

/**
 * Values of which a record has at least one where it meets the condition: by them conditions are found without trying each.
 * Undefined where none can be named.
 */
export function anchorsOf(
  fields: ReadonlyMap<string, FieldDefinition>,
  condition: Condition | undefined,
  today: string,
): readonly Anchor[] | undefined {
  if (!condition || 'not' in condition || 'exists' in condition) return undefined;
  if ('inList' in condition || 'noted' in condition) return undefined;
  const inner = (member: Condition) => anchorsOf(fields, member, today);
  if ('and' in condition) {
    const known = condition.and.flatMap((member) => [inner(member) ?? []].filter(({ length }) => length > 0));
    return known.toSorted((one, other) => one.length - other.length)[0];
  }
  if ('or' in condition) {
    const each = condition.or.map(inner);
    if (each.includes(undefined)) return undefined;
    const all = each.flatMap((anchors) => anchors ?? []);
    return all.length > MOST ? undefined : all;
  }
  const field = fields.get(condition.field);
  if (!field) return undefined;
  const { ask, negated } = questionOf(field, condition, today);
  const isEquality = (ask.test === 'oneOf' && ask.part === 'value') || ask.test === 'members';
  if (negated || !isEquality || ask.values.length > MOST) return undefined;
  const values = ask.test === 'members' && ask.all ? ask.values.slice(0, 1) : ask.values;
  return values.map((value) => ({ field: field.apiName, value }));
}

const keyOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'id' in value ? value.id : value;

/** Values of a field by which anchors of it are found. */
export function anchorValues(values: RecordValues, field: string): readonly unknown[] {
  const value = values[field] as unknown;
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value.map(keyOf) : [keyOf(value)];
}
