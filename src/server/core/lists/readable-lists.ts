import type { Condition } from '#schemas/metadata/condition.ts';
import { Failure } from '#shared/errors.ts';
import type { ReadQueries } from '#server/db/read-queries.ts';
import type { SelectionPlan } from './list-plan.ts';
import { listsOpenTo, readableLists } from './listed-queries.ts';

/** A list that a condition names, where it does, and the object whose records it is asked about there. */
interface Place {
  readonly path: string;
  readonly listId: string;
  readonly objectApiName: string;
}

function placesIn(condition: Condition, path: string, objectApiName: string): Place[] {
  const all = (members: readonly Condition[], key: string) =>
    members.flatMap((member, index) => placesIn(member, `${path}.${key}[${index}]`, objectApiName));
  if ('and' in condition) return all(condition.and, 'and');
  if ('or' in condition) return all(condition.or, 'or');
  if ('not' in condition) return placesIn(condition.not, `${path}.not`, objectApiName);
  if ('inList' in condition) return [{ path: `${path}.inList`, listId: condition.inList, objectApiName }];
  if ('noted' in condition || !('exists' in condition) || !condition.exists.filter) return [];
  return placesIn(condition.exists.filter, `${path}.exists.filter`, condition.exists.objectApiName);
}

/**
 * A plan with the names of the lists that its condition asks about; where it asks about none, nothing is read.
 * @throws Failure INVALID_QUERY with the place of a list that is gone, is not shared with the user, or has records of
 * another object: these are refused alike.
 */
export async function withReadableLists<Plan extends Pick<SelectionPlan, 'condition' | 'object' | 'reader'>>(
  queries: Pick<ReadQueries, 'run'>,
  plan: Plan,
): Promise<Plan & Pick<SelectionPlan, 'listNames'>> {
  const { condition, object, reader } = plan;
  const places = condition ? placesIn(condition, 'filter', object.definition.apiName) : [];
  if (places.length === 0) return plan;
  const ids = [...new Set(places.map(({ listId }) => listId))];
  const rows = reader === undefined ? [] : await queries.run(readableLists(ids, reader));
  const kinds = new Map(rows.map(([id, kind]) => [String(id), kind]));
  const wrong = places.find(({ listId, objectApiName }) => kinds.get(listId) !== objectApiName);
  if (wrong) {
    const message = `${wrong.path}：清单不存在、没有共享给您，或不是这里的清单`;
    throw new Failure('INVALID_QUERY', message, [{ field: wrong.path, message }]);
  }
  return { ...plan, listNames: new Map(rows.map(([id, , name]) => [String(id), String(name)])) };
}

/** A list that a user may read. */
export interface OpenedName {
  readonly id: string;
  readonly objectApiName: string;
  readonly name: string;
  /** It is the user's own, and their star puts records on it. */
  readonly isStarred: boolean;
  /** Of a list of another user: by whom it is shared. */
  readonly sharedBy?: string;
}

/** All lists that a user may read, the last changed first. */
export async function openLists(queries: Pick<ReadQueries, 'run'>, reader: string): Promise<OpenedName[]> {
  const rows = await queries.run(listsOpenTo(reader));
  return rows.map(([id, objectApiName, name, isStarred, sharedBy]) => ({
    id: String(id),
    objectApiName: String(objectApiName),
    name: String(name),
    isStarred: isStarred === true && sharedBy === null,
    ...(typeof sharedBy === 'string' && { sharedBy }),
  }));
}

/** Names of the lists that a condition asks about, as far as a user may read them. */
export async function listNamesIn(
  queries: Pick<ReadQueries, 'run'>,
  condition: Condition | undefined,
  reader: string | null,
): Promise<ReadonlyMap<string, string>> {
  const ids = condition && reader !== null ? placesIn(condition, '', '').map(({ listId }) => listId) : [];
  const rows = ids.length > 0 && reader !== null ? await queries.run(readableLists(ids, reader)) : [];
  return new Map(rows.map(([id, , name]) => [String(id), String(name)]));
}
