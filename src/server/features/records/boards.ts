import { type Board, BOARD_CARDS, type BoardQuery } from '#schemas/api/boards.ts';
import type { BoardLayout } from '#schemas/metadata/board.ts';
import type { Condition } from '#schemas/metadata/condition.ts';
import type { FileValue, ReferenceValue } from '#schemas/metadata/value.ts';
import { Failure } from '#shared/errors.ts';
import { Exact, exactText } from '#shared/money/exact.ts';
import type { Actor } from '#shared/policy/actor.ts';
import { decideAudience } from '#shared/policy/decide.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { listView } from '#server/core/catalog/object-view.ts';
import { type ListAccess, listAccess } from '#server/core/lists/list-access.ts';
import type { RecordReader } from '#server/core/lists/record-reader.ts';

interface BoardDeps {
  readonly catalog: Catalog;
  readonly reader: RecordReader;
  readonly now: () => Date;
}

type Row = Board['columns'][number]['list'][number];

/** Goals of one board at most: a user speaks for few companies. */
const MAX_GOALS = 10;

/**
 * A list as its board. Each column is the list with one more condition, so that it holds what the list shows for it.
 * @throws Failure when the list is closed to this person, has no board, or the query is wrong.
 */
export async function readBoardOf(deps: BoardDeps, query: BoardQuery, actor: Actor): Promise<Board> {
  const { catalog, reader, now } = deps;
  const object = catalog.object(query.objectApiName);
  const access = listAccess(object, actor, now(), catalog);
  const { board } = listView(object, actor);
  if (!board) throw new Failure('INVALID_QUERY', `“${object.definition.label}”没有看板`);
  const { by, sum } = board;
  const { filter, keyword, sort } = query;
  const fields = fieldsOf(board, access.scope.readable, object);
  const options = object.field(by)?.selectOptions ?? [];
  const columns = await Promise.all(
    options.map(async ({ value }) => {
      const isHere: Condition = { field: by, op: 'in', value: [value] };
      const selection = {
        ...(keyword !== undefined && { keyword }),
        ...(access.owner !== undefined && { owner: access.owner }),
        filter: filter === undefined ? isHere : { and: [filter, isHere] },
      };
      const page = { ...selection, ...(sort && { sort }), fields, pageSize: BOARD_CARDS };
      const { list, total, totalIsExact } = await reader.list(object, page, access.scope);
      const counted = totalIsExact
        ? { total, totalIsExact }
        : await reader.count(object, selection, access.scope, true);
      const [figures] =
        sum === undefined || list.length === 0 ? [] : await reader.totals(object, selection, [sum], access.scope);
      return {
        value,
        total: counted.total,
        totalIsExact: counted.totalIsExact,
        sum: figures?.sum ?? null,
        list: [...list],
      };
    }),
  );
  const rows = columns.flatMap(({ list }) => list);
  return {
    columns,
    logos: await logosOf(deps, object, board, rows, actor),
    goals: await goalsOf(deps, object, board, actor),
  };
}

/** What cards show and are moved by. */
const fieldsOf = (
  { by, card, logo = [], due, sum }: BoardLayout,
  isOpen: ReturnType<typeof listAccess>['scope']['readable'],
  object: CatalogObject,
): string[] =>
  [...new Set([object.definition.nameField, by, ...card, ...logo, due ?? [], sum ?? []].flat())].filter((name) => {
    const field = object.field(name);
    return field !== undefined && isOpen(field);
  });

/** What another list shows this user; undefined where it is closed: the board is there without it. */
function openTo({ catalog, now }: BoardDeps, object: CatalogObject, actor: Actor): ListAccess | undefined {
  const { access } = object.definition;
  const { list } = access;
  const isClosed = decideAudience(actor, access, list === 'owner' ? 'member' : list) !== null;
  return isClosed ? undefined : listAccess(object, actor, now(), catalog);
}

/** Pictures of the records that cards name, as far as their lists show them to this user. */
async function logosOf(
  deps: BoardDeps,
  object: CatalogObject,
  { logo = [] }: BoardLayout,
  rows: readonly Row[],
  actor: Actor,
): Promise<Record<string, string>> {
  const { catalog, reader } = deps;
  const found = await Promise.all(
    logo.map(async (name) => {
      const target = catalog.find(object.field(name)?.targetApiName ?? '');
      const picture = target?.definition.layouts.detail.logo;
      const ids = [...new Set(rows.flatMap((row) => (row[name] as ReferenceValue | undefined)?.id ?? []))];
      const open = target && openTo(deps, target, actor);
      if (!open || picture === undefined || ids.length === 0) return [];
      const { scope, owner } = open;
      const pictures: [string, string][] = [];
      for (let at = 0; at < ids.length; at += PAGE) {
        const page = { ids: ids.slice(at, at + PAGE), fields: [picture], pageSize: PAGE, ...(owner && { owner }) };
        const { list } = await reader.list(target, page, scope);
        for (const row of list) {
          const url = (row[picture] as FileValue | undefined)?.url;
          if (url !== undefined) pictures.push([`${target.apiName}/${row.id}`, url]);
        }
      }
      return pictures;
    }),
  );
  return Object.fromEntries(found.flat());
}

/** Rows of one page of another list. */
const PAGE = 100;

/** What is reached of each goal, counted over the whole list: a filter changes what is on screen and not the goal. */
async function goalsOf(
  deps: BoardDeps,
  object: CatalogObject,
  { by, sum, goal }: BoardLayout,
  actor: Actor,
): Promise<Board['goals']> {
  const { catalog, reader } = deps;
  const other = catalog.find(goal?.objectApiName ?? '');
  if (!goal || !other || sum === undefined) return [];
  const { per, reached, link, field, filter } = goal;
  const [own, others] = [object, other].map((each) => openTo(deps, each, actor));
  if (!own || !others) return [];
  const owner = own.owner === undefined ? {} : { owner: own.owner };
  const named = await reader.list(object, { ...owner, fields: [per], pageSize: PAGE }, own.scope);
  const subjects = new Map(
    named.list.flatMap((row) => {
      const subject = row[per] as ReferenceValue | undefined;
      return subject ? [[subject.id, subject.name ?? '']] : [];
    }),
  );
  const goals = await Promise.all(
    [...subjects].slice(0, MAX_GOALS).map(async ([id, name]) => {
      const sought: Condition = { field: link, op: 'in', value: [id] };
      const wanted = { filter: filter === undefined ? sought : { and: [sought, filter] } };
      const [target] = await reader.totals(other, wanted, [field], others.scope);
      if (target?.sum === null || target?.sum === undefined) return [];
      const isIn: Condition = {
        and: [
          { field: per, op: 'in', value: [id] },
          { field: by, op: 'in', value: [...reached] },
        ],
      };
      const [got] = await reader.totals(object, { ...owner, filter: isIn }, [sum], own.scope);
      return [{ id, name, target: exactText(new Exact(target.sum)), reached: got?.sum ?? '0' }];
    }),
  );
  return goals.flat();
}
