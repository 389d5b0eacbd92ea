import { quote } from '#generators/storage.ts';
import type { Parameters } from './conditions-parameters.ts';

/** One key of an order: a column, its type, and the direction. Nothing stands last in both directions. */
export interface SortKey {
  readonly column: string;
  readonly sqlType: string;
  readonly order: 'asc' | 'desc';
}

/** Where a page ended: the text of each key's value, null for nothing, and the id. */
export interface Position {
  readonly values: readonly (string | null)[];
  readonly id: string;
}

/**
 * A list in order falls into two branches by its first key: the rows that have one, then those that have none. Each is
 * in the order of one index `(key desc nulls last, id desc)`, read forwards or backwards; together no index has that
 * order when it ascends, and `or key is null` beside a row comparison keeps PostgreSQL from starting in the middle.
 */
export type Branch = 'known' | 'nothing';

/** The branches still to read, from a position on. An order by id alone has one. */
export function branchesFrom(keys: readonly SortKey[], position: Position | undefined): readonly Branch[] {
  if (keys.length === 0) return ['known'];
  return position?.values[0] === null ? ['nothing'] : ['known', 'nothing'];
}

/** The id breaks ties in the direction of the last key; newest first when there is none. */
const idOrder = (keys: readonly SortKey[]): 'asc' | 'desc' => keys.at(-1)?.order ?? 'desc';

/** `order by` of some branches. The first key says where its nulls stand as the index does, though a branch never mixes them. */
export function branchesOrder(keys: readonly SortKey[], branches: readonly Branch[]): string {
  const first = branches.length > 1 && keys[0] ? [`${quote(keys[0].column)} is null`] : [];
  const terms = keys.map(({ column, order }, index) => {
    const nulls = index === 0 && order === 'asc' ? 'first' : 'last';
    return `${quote(column)} ${order} nulls ${nulls}`;
  });
  return [...first, ...terms, `id ${idOrder(keys)}`].join(', ');
}

const beyond = (order: 'asc' | 'desc') => (order === 'asc' ? '>' : '<');

/** Rows behind a position by the keys from `from` on: equal in the keys before it, behind in this one, or further down. */
function behind(keys: readonly SortKey[], position: Position, from: number, parameters: Parameters): string {
  const key = keys[from];
  if (!key) return `id ${beyond(idOrder(keys))} ${parameters.add(position.id, 'bigint')}`;
  const column = quote(key.column);
  const value = position.values[from] ?? null;
  if (value === null) return `(${column} is null and ${behind(keys, position, from + 1, parameters)})`;
  const place = parameters.add(value, key.sqlType);
  const further = behind(keys, position, from + 1, parameters);
  const nothing = from === 0 ? '' : ` or ${column} is null`;
  return `(${column} ${beyond(key.order)} ${place} or (${column} = ${place} and ${further})${nothing})`;
}

/** The rows of a branch, from a position on when there is one. */
function branchCondition(
  keys: readonly SortKey[],
  branch: Branch,
  position: Position | undefined,
  parameters: Parameters,
): string {
  const [first] = keys;
  if (!first) return position ? behind(keys, position, 0, parameters) : 'true';
  const column = quote(first.column);
  const start = position?.values[0] ?? null;
  if (branch === 'nothing') {
    return position && start === null ? behind(keys, position, 0, parameters) : `${column} is null`;
  }
  if (!position || start === null) return `${column} is not null`;
  const places = () => `${parameters.add(start, first.sqlType)}, ${parameters.add(position.id, 'bigint')}`;
  if (keys.length === 1) return `(${column}, id) ${beyond(first.order)} (${places()})`;
  const bound = `${column} ${beyond(first.order)}= ${parameters.add(start, first.sqlType)}`;
  return `${bound} and ${behind(keys, position, 0, parameters)}`;
}

/** The rows of some branches, from a position on when there is one. */
export function branchesCondition(
  keys: readonly SortKey[],
  branches: readonly Branch[],
  position: Position | undefined,
  parameters: Parameters,
): string {
  if (branches.length > 1 && !position) return 'true';
  const tests = branches.map((branch) => branchCondition(keys, branch, position, parameters));
  return tests.length === 1 ? tests.join() : `(${tests.map((test) => `(${test})`).join(' or ')})`;
}
