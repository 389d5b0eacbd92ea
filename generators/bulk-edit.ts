import type { BulkChange, BulkHow } from '#schemas/api/bulk.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { FieldValue, RecordValues } from '#schemas/metadata/value.ts';
import { fieldType, isAutomatic, isLinking, isList } from './field-types/registry.ts';
import { isSealed } from './field-types/sealed.ts';

/** What each way of changing a field is called. */
export const BULK_WORDS: Readonly<Record<BulkHow, string>> = {
  set: '设为',
  clear: '清空',
  add: '加入',
  remove: '移除',
  replace: '替换为',
};

/**
 * The ways in which a field may be changed in many records at once; none for what the server works out, what is sealed, and
 * what tells one record from another.
 */
export function bulkHows(object: Pick<ObjectDefinition, 'nameField'>, field: FieldDefinition): readonly BulkHow[] {
  const isAlone = field.config?.unique === true && field.config.uniqueWithin === undefined;
  const isOwn = field.apiName === object.nameField || field.config?.oneByOne === true || isAlone;
  if (isOwn || isAutomatic(field) || isSealed(field)) return [];
  const isChosen = fieldType(field).options !== undefined || isLinking(field);
  return [
    'set',
    ...(field.required === true ? [] : (['clear'] as const)),
    ...(isList(field) ? (['add', 'remove'] as const) : []),
    ...(isChosen ? (['replace'] as const) : []),
  ];
}

/** What a member is known by: the id of a link, or the text itself. */
const memberKey = (member: unknown): unknown =>
  typeof member === 'object' && member !== null && 'id' in member ? member.id : member;

const membersOf = (value: FieldValue): readonly unknown[] =>
  Array.isArray(value) ? value : value === null || value === undefined ? [] : [value];

const without = (members: readonly unknown[], leaving: readonly unknown[]) => {
  const keys = new Set(leaving.map(memberKey));
  return members.filter((member) => !keys.has(memberKey(member)));
};

function replaced(old: FieldValue, from: readonly unknown[], to: readonly unknown[]): FieldValue | undefined {
  const members = membersOf(old);
  const keys = new Set(from.map(memberKey));
  const at = members.findIndex((member) => keys.has(memberKey(member)));
  if (at < 0) return undefined;
  if (!Array.isArray(old)) return to[0] as FieldValue;
  const rest = without(without(members, from), to);
  return rest.toSpliced(Math.min(at, rest.length), 0, ...to) as FieldValue;
}

/** What a change sends for a record with these values; without entries where it has nothing to say about the record. */
export function bulkInput(changes: readonly BulkChange[], values: RecordValues): RecordValues {
  const input: Record<string, FieldValue> = {};
  for (const { field, how, value, from } of changes) {
    const old = values[field];
    const given = membersOf(value as FieldValue);
    if (how === 'set') input[field] = value as FieldValue;
    if (how === 'clear') input[field] = null;
    if (how === 'add') input[field] = [...membersOf(old), ...without(given, membersOf(old))] as FieldValue;
    if (how === 'remove' && old) input[field] = without(membersOf(old), given) as FieldValue;
    const other = how === 'replace' ? replaced(old, membersOf(from as FieldValue), given) : undefined;
    if (other !== undefined) input[field] = other;
  }
  return input;
}
