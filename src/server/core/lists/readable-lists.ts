import type { Condition } from '#schemas/metadata/condition.ts';
import { Failure } from '#shared/errors.ts';
import type { ReadQueries } from '#server/db/read-queries.ts';
import type { SelectionPlan } from './list-plan.ts';
import { readableLists } from './listed-queries.ts';

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
  if (!('exists' in condition) || !condition.exists.filter) return [];
  return placesIn(condition.exists.filter, `${path}.exists.filter`, condition.exists.objectApiName);
}

/**
 * A plan with the names of the lists that its condition asks about; where it asks about none, nothing is read.
 * @throws Failure INVALID_QUERY with the place of a list that is gone, is not shared with the user, or has records of
 * another object: these are refused alike.
 */
export async function withReadableLists<Plan extends Pick<SelectionPlan, 'condition' | 'object' | 'reader'>>(
  queries: ReadQueries,
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
