import type { ListQuery, ListView } from '#schemas/api/records.ts';
import { fieldOfColumn, isConverted } from '#generators/converted-columns.ts';
import type { ListState } from '#shared/lists/list-state.ts';

/** What a list's state asks the server, without a place in the list. */
export function listQuestion(objectApiName: string, state: ListState, view?: ListView): ListQuery {
  const { filter, keyword, sort, columns } = state;
  return {
    objectApiName,
    ...(filter && { filter }),
    ...(keyword.trim() && { keyword: keyword.trim() }),
    ...(sort && { sort: [...sort] }),
    ...(columns && { fields: fieldsOf(columns, view) }),
  };
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
