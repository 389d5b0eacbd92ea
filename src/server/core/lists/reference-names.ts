import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ReferenceValue } from '#schemas/metadata/value.ts';
import { showsLinks } from '#generators/field-types/registry.ts';
import type { ReadQueries } from '#server/db/read-queries.ts';
import { ARCHIVED, archivedNames, namesByIds, PUBLIC_FILE, survivorsByIds } from './reference-queries.ts';
import type { ObjectSource, ReadableObject, ReadScope, RowsOf } from './readable-object.ts';

type Seeing = Pick<ReadScope, 'rowsOf' | 'today'>;
type Names = ReadonlyMap<string, string>;

const PUBLIC = new RegExp(PUBLIC_FILE);
const isPublic = (url: unknown): url is string => typeof url === 'string' && PUBLIC.test(url);

/** May a field link to records that the reader does not see? */
export const isToLimited = (field: FieldDefinition | undefined, objects: ObjectSource, rowsOf: RowsOf): boolean => {
  const target = field?.targetApiName === undefined ? undefined : objects.find(field.targetApiName);
  return target !== undefined && rowsOf(target) !== undefined;
};

/** What is shown of records by id. */
type Shown = ReadonlyMap<string, Omit<ReferenceValue, 'id'>>;

/**
 * Names and logos of records by id, of archived ones the names; those that were deleted or have no name are left out, and those
 * that the reader does not see. A merged record has the name of its survivor.
 */
async function readShown(
  queries: ReadQueries,
  object: ReadableObject,
  ids: readonly string[],
  scope: Seeing,
): Promise<Shown> {
  if (ids.length === 0) return new Map();
  const rows = await queries.run(namesByIds(object, ids, scope));
  const shown = new Map<string, Omit<ReferenceValue, 'id'>>();
  for (const [id, name, url] of rows)
    if (typeof name === 'string') shown.set(String(id), { name, ...(isPublic(url) && { logo: url }) });
  const there = new Set(rows.map(([id]) => String(id)));
  const missing = ids.filter((id) => !there.has(id));
  if (missing.length === 0) return shown;
  for (const [old, , name] of await queries.run(survivorsByIds(object, missing, scope)))
    if (typeof name === 'string') shown.set(String(old), { name });
  // Of what a record was when it was archived no condition is known to hold.
  if (scope.rowsOf(object)) return shown;
  for (const [id, name] of await queries.run(archivedNames(object, missing)))
    shown.set(String(id), { name: `${String(name)}${ARCHIVED}`, archived: true });
  return shown;
}

/** The names alone. */
export async function readNames(
  queries: ReadQueries,
  object: ReadableObject,
  ids: readonly string[],
  scope: Seeing,
): Promise<Names> {
  const shown = await readShown(queries, object, ids, scope);
  return new Map([...shown].map(([id, { name = '' }]) => [id, name]));
}

const links = (value: unknown): readonly ReferenceValue[] =>
  (Array.isArray(value) ? value : value === undefined ? [] : [value]) as readonly ReferenceValue[];

/**
 * Gives every link in some records its name and logo, with one query for each object linked to, however many fields and rows
 * there are. A link whose record is gone keeps its id only, and those to records that the reader does not see are left out.
 */
export async function nameLinks(
  queries: ReadQueries,
  objects: ObjectSource,
  fields: readonly FieldDefinition[],
  records: readonly Record<string, unknown>[],
  scope: Seeing,
): Promise<void> {
  const linking = fields.filter(showsLinks);
  const byTarget = Map.groupBy(linking, (field) => field.targetApiName ?? '');
  await Promise.all(
    [...byTarget].map(async ([apiName, group]) => {
      const target = objects.find(apiName);
      const ids = new Set(
        records.flatMap((record) => group.flatMap((field) => links(record[field.apiName]).map(({ id }) => id))),
      );
      if (!target || ids.size === 0) return;
      const shown = await readShown(queries, target, [...ids], scope);
      // What the reader does not see is left out; what is gone keeps its id.
      const isSeen = ({ id }: ReferenceValue) => scope.rowsOf(target) === undefined || shown.has(id);
      const named = ({ id }: ReferenceValue): ReferenceValue => ({ id, ...shown.get(id) });
      for (const record of records) {
        for (const { apiName: key } of group) {
          const value = record[key];
          const seen = links(value).filter(isSeen).map(named);
          if (value !== undefined) record[key] = Array.isArray(value) ? seen : seen[0];
        }
      }
    }),
  );
}
