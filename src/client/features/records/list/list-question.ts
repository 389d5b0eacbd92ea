import type { ListQuery, ListView } from '#schemas/api/records.ts';
import type { ListState } from '#shared/lists/list-state.ts';

/** What a list's state asks the server, without a place in the list. */
export function listQuestion(objectApiName: string, state: ListState): ListQuery {
  const { filter, keyword, sort, columns } = state;
  return {
    objectApiName,
    ...(filter && { filter }),
    ...(keyword.trim() && { keyword: keyword.trim() }),
    ...(sort && { sort: [...sort] }),
    ...(columns && { fields: [...columns] }),
  };
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
