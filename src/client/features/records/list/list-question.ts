import type { ListView } from '#schemas/api/list-view.ts';
import type { ListQuery } from '#schemas/api/records.ts';
import type { Condition } from '#schemas/metadata/condition.ts';
import type { FixedList } from '#schemas/metadata/fixed-list.ts';
import { fieldOfColumn, isConverted } from '#generators/converted-columns.ts';
import { allOf, bothOf, partsOf } from '#shared/conditions/condition-parts.ts';
import type { ListState } from '#shared/lists/list-state.ts';

/** A condition on a list, with the one that the list has of its own and always asks. */
export const withinList = (fixed: FixedList | undefined, filter: Condition | undefined): Condition | undefined =>
  bothOf(fixed?.filter as Condition | undefined, filter);

/**
 * The state of a list with a condition of its own as one of the list of all records, so that a view of it keeps that
 * condition wherever it is opened, and what the list shows where nothing else was chosen.
 */
export const wholeState = (fixed: FixedList | undefined, state: ListState): ListState =>
  fixed
    ? {
        ...state,
        filter: withinList(fixed, state.filter),
        sort: state.sort ?? fixed.sort,
        columns: state.columns ?? fixed.columns,
      }
    : state;

/** The same text for what says the same: the database gives keys in an order of its own. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );

/** The other way; undefined where not all of its records are in the list. */
export function stateWithin(fixed: FixedList | undefined, whole: ListState): ListState | undefined {
  if (!fixed) return whole;
  const own = new Set(partsOf(fixed.filter as Condition).map(textOf));
  const parts = partsOf(whole.filter);
  const rest = parts.filter((part) => !own.has(textOf(part)));
  if (parts.length - rest.length < own.size) return undefined;
  const isSame = (one: unknown, other: unknown) => textOf(one) === textOf(other);
  return {
    ...whole,
    filter: allOf(rest),
    sort: isSame(whole.sort, fixed.sort) ? undefined : whole.sort,
    columns: isSame(whole.columns, fixed.columns) ? undefined : whole.columns,
  };
}

/** What a list's state asks the server, without a place in the list. */
export function listQuestion(objectApiName: string, state: ListState, view?: ListView, fixed?: FixedList): ListQuery {
  const { keyword, sort = fixed?.sort, columns = fixed?.columns } = state;
  const filter = withinList(fixed, state.filter);
  return {
    objectApiName,
    ...(filter && { filter }),
    ...(keyword.trim() && { keyword: keyword.trim() }),
    ...(sort && { sort: [...sort] }),
    ...(columns && { fields: fieldsOf(columns, view) }),
  };
}

/** The layout of an object as a list with a condition of its own has it. */
export function viewOf(layout: ListView, fixed: FixedList | undefined): ListView {
  if (!fixed) return layout;
  const { label, description, columns = layout.columns, filters = layout.filters, sort = layout.sort } = fixed;
  return { ...layout, label, columns, filters, sort, ...(description !== undefined && { description }) };
}

/** Fields that columns are made of: of an amount in CNY the day of its rate too, once the layout says which that is. */
function fieldsOf(columns: readonly string[], view: ListView | undefined): string[] {
  const find = (name: string | undefined) => view?.fields.find(({ apiName }) => apiName === name);
  const days = columns.filter(isConverted).flatMap((name) => {
    const day = find(find(fieldOfColumn(name))?.config?.rateDateField);
    return day ? [day.apiName] : [];
  });
  return [...new Set([...columns.map(fieldOfColumn), ...days])];
}

/** Two states with the same key show the same rows in the same order. */
export const orderKey = ({ filter, keyword, sort }: ListQuery): string => JSON.stringify([filter, keyword, sort]);

/** Two states with the same key show the same rows, in whatever order. */
export const matchKey = ({ filter, keyword }: ListQuery): string => JSON.stringify([filter, keyword]);

/** Do rows that were asked for with one question hold every field that another wants? */
export function holdsFields(had: ListQuery, wanted: ListQuery, view: ListView): boolean {
  const held = new Set([view.nameField, ...(had.fields ?? view.columns)]);
  return (wanted.fields ?? view.columns).every((apiName) => held.has(apiName));
}
