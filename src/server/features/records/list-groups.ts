import { type ListGroups, type ListGroupsQuery, MAX_LIST_GROUPS } from '#schemas/api/list-groups.ts';
import type { Condition } from '#schemas/metadata/condition.ts';
import { canSum, groupKind } from '#shared/charts/grouping.ts';
import { periodLabel } from '#shared/charts/periods.ts';
import { Failure } from '#shared/errors.ts';
import type { Actor } from '#shared/policy/actor.ts';
import type { AggregateReader } from '#server/core/aggregates/reader.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import { listAccess, type NotedBy } from '#server/core/lists/list-access.ts';

interface ListGroupsDeps {
  readonly catalog: Catalog;
  readonly aggregates: AggregateReader;
  readonly noted: NotedBy;
  readonly now: () => Date;
}

const fault = (field: string, message: string) => new Failure('INVALID_QUERY', message, [{ field, message }]);

/**
 * The records of a list, group by group: what the list shows, and nothing of what is closed to the user.
 * @throws Failure when the list is closed to this person, or cannot be grouped so.
 */
export async function listGroups(deps: ListGroupsDeps, query: ListGroupsQuery, actor: Actor): Promise<ListGroups> {
  const { catalog, aggregates, now, noted } = deps;
  const object = catalog.object(query.objectApiName);
  const { owner, scope } = listAccess(object, actor, now(), catalog, noted);
  const open = (name: string) => {
    const field = object.field(name);
    return field && scope.readable(field) ? field : undefined;
  };
  const by = open(query.by);
  const kind = by && groupKind(by, { field: query.by, ...(query.unit && { unit: query.unit }) });
  if (!kind) throw fault('by', `不能按“${query.by}”分组`);
  const sum = query.sum === undefined ? undefined : open(query.sum);
  if (query.sum !== undefined && !(sum && canSum(sum))) throw fault('sum', `不能合计“${query.sum}”`);
  const unit = kind === 'period' ? (query.unit ?? 'year') : undefined;
  const filter = query.filter as Condition | undefined;
  const { rows, groups } = await aggregates.read(
    object,
    {
      object: object.apiName,
      ...(filter && { filter }),
      group: { by: query.by, ...(unit && { unit }) },
      measures: [{ fn: 'count' }, ...(sum ? [{ fn: 'sum' as const, field: sum.apiName }] : [])],
    },
    { filter, owner, ...(query.keyword !== undefined && { keyword: query.keyword }) },
    scope,
    MAX_LIST_GROUPS,
  );
  return {
    groups: rows.flatMap(({ key, label, values: [count, total = null] }) =>
      key === null ? [] : [{ key, label: unit ? periodLabel(key, unit) : label, count: Number(count), sum: total }],
    ),
    more: Math.max(0, groups - rows.length),
  };
}
