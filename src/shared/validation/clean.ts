import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { FieldValue, RecordValues } from '#schemas/metadata/value.ts';
import { isBlank, isPlain } from '#generators/field-types/cleaning.ts';
import { findField } from '#generators/object.ts';
import { fieldType, isComputed } from '#generators/field-types/registry.ts';
import type { Problem } from '#shared/errors.ts';

/**
 * A value as it is checked and kept: undefined when nothing is known (blank text, null, [], an amount without number and
 * band). What is not of the field's shape comes back as it is, for the structure to refuse.
 */
export function cleanValue(field: FieldDefinition, value: unknown): FieldValue {
  return cleaned(field, value) as FieldValue;
}

function cleaned(field: FieldDefinition, value: unknown): unknown {
  if (isBlank(value)) return undefined;
  const { kind, clean } = fieldType(field);
  if (!Array.isArray(value)) return clean(value);
  const entries = (value as readonly unknown[]).map(clean).filter((entry) => !isBlank(entry));
  if (entries.length === 0) return undefined;
  if (kind !== 'links') return entries;
  const ids = new Set<unknown>();
  return entries.filter((entry) => !isPlain(entry) || (!ids.has(entry['id']) && ids.add(entry['id'])));
}

/**
 * What was sent as record values. Keys that name no field of the object are refused by name, `__proto__` and other
 * inherited names included; what was sent for a formula is dropped, as the system works it out.
 */
export function cleanRecord(object: ObjectDefinition, input: unknown): { values: RecordValues; problems: Problem[] } {
  if (!isPlain(input)) return { values: {}, problems: [{ field: '', message: '记录的内容必须是一个对象' }] };
  const values: Record<string, FieldValue> = {};
  const problems: Problem[] = [];
  for (const [key, sent] of Object.entries(input)) {
    const field = findField(object, key);
    const value = field && cleanValue(field, sent);
    if (!field) problems.push({ field: key.slice(0, 100), message: `没有字段“${key.slice(0, 100)}”` });
    else if (!isComputed(field) && value !== undefined) values[key] = value;
  }
  return { values, problems };
}
