import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { ownFields, readOwnName } from '#generators/own-columns.ts';
import type { ReadQueries } from '#server/db/read-queries.ts';
import type { SelectionPlan } from './list-plan.ts';
import { listFields, listHeld, readableLists } from './listed-queries.ts';
import { listsOfAll } from './lists-of-all.ts';
import type { ReadableObject, ReadScope } from './readable-object.ts';

/** A column that a list has of its own. */
export interface OwnColumn {
  readonly listId: string;
  readonly listName: string;
  readonly field: FieldDefinition;
}

/**
 * Columns of the lists that all records of a plan are on, in the order of its condition. Only of a plan whose lists are
 * known to be open to its reader.
 */
export async function ownColumns(
  queries: ReadQueries,
  { condition, listNames }: Pick<SelectionPlan, 'condition' | 'listNames'>,
): Promise<OwnColumn[]> {
  const ids = [...new Set(listsOfAll(condition))].filter((id) => listNames?.has(id));
  if (ids.length === 0) return [];
  const fields = new Map(
    (await queries.run(listFields(ids))).map(([id, own]) => [String(id), own as FieldDefinition[]]),
  );
  return ids.flatMap((listId) =>
    (fields.get(listId) ?? []).map((field) => ({ listId, listName: listNames?.get(listId) ?? '', field })),
  );
}

/** What was filled into columns for some records: of each the values in the order of the columns, as texts. */
export async function ownTexts(
  queries: ReadQueries,
  columns: readonly OwnColumn[],
  recordIds: readonly string[],
): Promise<ReadonlyMap<string, readonly (string | null)[]>> {
  const lists = [...new Set(columns.map(({ listId }) => listId))];
  const held = new Map<string, Readonly<Record<string, unknown>>>();
  for (const [list, record, values] of lists.length > 0 ? await queries.run(listHeld(lists, recordIds)) : [])
    held.set(`${String(list)} ${String(record)}`, values as Readonly<Record<string, unknown>>);
  const textOf = (value: unknown): string | null =>
    value === undefined || value === null ? null : typeof value === 'string' ? value : JSON.stringify(value);
  return new Map(
    recordIds.map((id) => [
      id,
      columns.map(({ listId, field }) => textOf(held.get(`${listId} ${id}`)?.[field.apiName])),
    ]),
  );
}

/** A question deeper than any condition is refused where it is read. */
const DEEPEST = 40;

/** Lists whose own columns are named anywhere in a question. */
function listsNamed(part: unknown, depth = 0): string[] {
  if (typeof part === 'string') return [readOwnName(part)?.listId ?? []].flat();
  if (typeof part !== 'object' || part === null || depth > DEEPEST) return [];
  return Object.values(part).flatMap((value) => listsNamed(value, depth + 1));
}

/** A scope with the own columns of lists that a question names: of those lists of the object that are open to its reader. */
export async function withOwnFields(
  queries: Pick<ReadQueries, 'run'>,
  object: ReadableObject,
  question: unknown,
  scope: ReadScope,
): Promise<ReadScope> {
  const ids = scope.reader === undefined ? [] : [...new Set(listsNamed(question))];
  if (ids.length === 0 || scope.reader === undefined) return scope;
  const rows = await queries.run(readableLists(ids, scope.reader));
  const ours = rows.filter(([, kind]) => kind === object.definition.apiName);
  return { ...scope, own: ours.flatMap(([id, , , fields]) => ownFields(String(id), fields as FieldDefinition[])) };
}
