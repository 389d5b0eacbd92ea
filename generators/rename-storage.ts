import type { StorageStep } from '#schemas/api/storage-step.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { fieldType, isNumbered } from './field-types/registry.ts';
import { sequenceOf } from './numbers.ts';
import { isSystem } from './object.ts';
import { indexName, quote, tableOf } from './storage.ts';
import { uniqueKeys } from './unique.ts';

/** A name in the database, and what it becomes. */
export type NamePair = readonly [from: string, to: string];

const fieldIn = ({ fields }: ObjectDefinition, apiName: string) => fields.find((field) => field.apiName === apiName);

/** The columns of a field by its former name, with what they are called by its new one; none of a system object. */
export function renamedColumns(
  before: ObjectDefinition,
  after: ObjectDefinition,
  [from, to]: NamePair,
): readonly NamePair[] {
  const [old, next] = [fieldIn(before, from), fieldIn(after, to)];
  if (!old || !next || isSystem(after)) return [];
  const names = fieldType(next).columns(next);
  return fieldType(old)
    .columns(old)
    .map(({ name }, at) => [name, names[at]?.name ?? name] as const);
}

/** The indexes that are called after a field; those that keep values unique may be of other fields, within its values. */
export function renamedIndexes(
  before: ObjectDefinition,
  after: ObjectDefinition,
  names: NamePair,
): readonly NamePair[] {
  const table = tableOf(after);
  const field = fieldIn(before, names[0]);
  const indexed = new Set(
    field &&
      fieldType(field)
        .columns(field)
        .flatMap(({ name, index }) => (index ? [name] : [])),
  );
  const plain = renamedColumns(before, after, names)
    .filter(([old]) => indexed.has(old))
    .map(([old, next]) => [indexName(table, old), indexName(table, next)] as const);
  const next = uniqueKeys(table, after.fields);
  const unique = uniqueKeys(table, before.fields).map(({ index }, at) => [index, next[at]?.index ?? index] as const);
  return [...plain, ...unique].filter(([old, now]) => old !== now);
}

/**
 * The storage steps of a field that gets another name: columns, indexes and the sequence of numbers are called otherwise, and
 * no row is written.
 */
export function renameSteps(before: ObjectDefinition, after: ObjectDefinition, names: NamePair): StorageStep[] {
  if (isSystem(after)) return [];
  const table = tableOf(after);
  const old = fieldIn(before, names[0]);
  const columns = renamedColumns(before, after, names).map(([name, next]): StorageStep => {
    const sql = `alter table ${quote(table)} rename column ${quote(name)} to ${quote(next)}`;
    return { kind: 'renameColumn', table, target: next, sql, deferred: false };
  });
  const indexes = renamedIndexes(before, after, names).map(([name, next]): StorageStep => {
    const sql = `alter index if exists ${quote(name)} rename to ${quote(next)}`;
    return { kind: 'renameIndex', table, target: next, sql, deferred: false };
  });
  const sequences =
    old && isNumbered(old) ? [[sequenceOf(table, old), sequenceOf(table, { ...old, apiName: names[1] })]] : [];
  return [
    ...columns,
    ...indexes,
    ...sequences.map(([name = '', next = '']): StorageStep => {
      const sql = `alter sequence if exists ${name} rename to ${next}`;
      return { kind: 'renameIndex', table, target: names[1], sql, deferred: false };
    }),
  ];
}
