import type { StorageStep } from '#schemas/api/storage-step.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { quote, tableOf } from './storage-names.ts';
import { type UniqueKey, uniqueKeys } from './unique.ts';

/** A column of a key as SQL; what asks by a key must ask by the same text to be answered by its index. */
export const keyColumn = ({ column, folds }: UniqueKey['columns'][number], of = ''): string =>
  folds ? `lower(${of}${quote(column.name)})` : `${of}${quote(column.name)}`;

function createStep(table: string, { columns, index }: UniqueKey, deferred: boolean): StorageStep {
  const body = columns.map((column) => keyColumn(column)).join(', ');
  const sql = `create unique index if not exists ${quote(index)} on ${quote(table)} (${body})`;
  return { kind: 'createIndex', table, target: index, sql, deferred };
}

/** Indexes by which the database itself keeps values unique. */
interface UniqueSteps {
  /** Of columns whose values become those of another type, which the index could not hold. */
  readonly before: readonly StorageStep[];
  readonly after: readonly StorageStep[];
}

export function uniqueSteps(
  from: ObjectDefinition | undefined,
  to: ObjectDefinition,
  converted: ReadonlySet<string>,
): UniqueSteps {
  const table = tableOf(to);
  const [old, next] = [from ? uniqueKeys(table, from.fields) : [], uniqueKeys(table, to.fields)];
  const changes = ({ columns }: UniqueKey) => columns.some(({ column }) => converted.has(column.name));
  const [had, has] = [old, next].map((keys) => new Set(keys.flatMap((key) => (changes(key) ? [] : key.index))));
  const dropped = old
    .filter(({ index }) => !has?.has(index))
    .map((key): StorageStep => {
      const sql = `drop index if exists ${quote(key.index)}`;
      return { kind: 'dropIndex', table, target: key.index, sql, deferred: !changes(key) };
    });
  // A table that is made by the same change is empty: its indexes are there from the first record on.
  const created = next.filter(({ index }) => !had?.has(index)).map((key) => createStep(table, key, from !== undefined));
  return {
    before: dropped.filter(({ deferred }) => !deferred),
    after: [...created, ...dropped.filter((s) => s.deferred)],
  };
}
