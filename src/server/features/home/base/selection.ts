import type { Condition } from '#schemas/metadata/condition.ts';
import type { Sort } from '#schemas/metadata/sort.ts';
import { Failure } from '#shared/errors.ts';
import { encodeListState } from '#shared/lists/list-address.ts';
import { DEFAULT_LIST_STATE } from '#shared/lists/list-state.ts';
import { atLastLook } from '#shared/conditions/last-look.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { type ListAccess, listAccess } from '#server/core/lists/list-access.ts';
import { listCondition } from '#server/core/lists/list-plan.ts';
import type { BlockDefinition, BlockDeps, BlockValues, Look } from './block.ts';

/** The records of a block, and the list that shows the same ones. */
export interface BlockSelection {
  readonly object: CatalogObject;
  readonly access: ListAccess;
  readonly filter: Condition | undefined;
  readonly route: string;
  /** The same for all users of one kind, so that it is read once for many. */
  readonly isShared: boolean;
}

const fault = (message: string): Failure => new Failure('INVALID_QUERY', message, [{ field: 'filter', message }]);

/** @throws Failure INVALID_QUERY for a text that is no JSON */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw fault('内容条件不是有效的 JSON');
  }
}

/**
 * @throws Failure UNKNOWN_OBJECT or INVALID_QUERY for a definition that fits no object; FORBIDDEN and the like where the list is closed to
 * the user.
 */
export function selectionOf({ catalog, now }: BlockDeps, { values }: BlockDefinition, look: Look): BlockSelection {
  const object = catalog.object(values.object ?? '');
  const access = listAccess(object, look.actor, now(), catalog);
  const route = catalog.listRoute(object);
  // What cannot be opened is not counted.
  if (route === undefined) throw fault(`“${object.definition.label}”没有列表`);
  const { scope, owner } = access;
  const asked = values.filter === undefined ? undefined : listCondition(object, parsed(values.filter), scope, true);
  const filter = asked && atLastLook(asked, look.since);
  const isShared = owner === undefined && !scope.rowsOf(object) && filter === asked;
  return { object, access, filter, route, isShared };
}

/** The address of a list that a condition and an order narrow. */
export const listPath = (route: string, filter: Condition | undefined, sort?: readonly Sort[]): string =>
  route + encodeListState({ ...DEFAULT_LIST_STATE, filter, sort });

/** The order that a block names. @throws Failure INVALID_QUERY for what is no order */
export function sortOf({ sort }: BlockValues): Sort[] | undefined {
  if (sort === undefined) return undefined;
  const [, field = '', order] = /^([a-z][A-Za-z0-9]{0,39})\.(asc|desc)$/.exec(sort.trim()) ?? [];
  if (order !== 'asc' && order !== 'desc') throw fault('内容排序应为“字段标识.asc”或“字段标识.desc”');
  return [{ field, order }];
}
