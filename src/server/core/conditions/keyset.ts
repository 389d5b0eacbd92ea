import { quote } from '#generators/storage.ts';
import type { Parameters } from './parameters.ts';

/** One key of an order: a column, its type, and the direction. Nulls come last in both directions. */
export interface SortKey {
  readonly column: string;
  /** What is read instead of the column where the table has no such one. */
  readonly text?: string | undefined;
  readonly sqlType: string;
  readonly order: 'asc' | 'desc';
  /** Values in the order of their options, where the column is ordered by it. Those that are no option come last. */
  readonly options?: readonly string[] | undefined;
  /** Does an index hold the rows of each value in the order of their ids? */
  readonly indexed?: boolean | undefined;
}

/** A key as it is read in a row. */
export const keyText = ({ column, text }: Pick<SortKey, 'column' | 'text'>): string => text ?? quote(column);

/** Where a page ended: the text of each key's value, null for nothing, and the id. */
export interface Position {
  readonly values: readonly (string | null)[];
  readonly id: string;
}

/**
 * A list in order falls into two branches by its first key: the rows that have one, then those that have none. Each is
 * in the order of one index `(key desc nulls last, id desc)`, read forwards or backwards; together no index has that
 * order when it ascends, and `or key is null` beside a row comparison keeps PostgreSQL from starting in the middle.
 *
 * By options the same index serves: the rows of each option are a branch, then those with a value that is no option.
 * The order of options is that of the question, so that one changed a moment ago holds at once and no row is written again.
 */
export type Branch = 'known' | 'nothing' | 'unlisted' | { readonly option: string };

/** Options as the list goes through them. */
const passed = ({ options = [], order }: SortKey): readonly string[] =>
  order === 'asc' ? options : options.toReversed();

/** The branches still to read, from a position on. An order by id alone has one. */
export function branchesFrom(keys: readonly SortKey[], position: Position | undefined): readonly Branch[] {
  const [first] = keys;
  if (!first) return ['known'];
  const start = position?.values[0];
  if (start === null) return ['nothing'];
  if (!first.options || !first.indexed) return ['known', 'nothing'];
  const options = passed(first);
  const from = start === undefined ? 0 : options.indexOf(start);
  const left = from === -1 ? [] : options.slice(from);
  return [...left.map((option) => ({ option })), 'unlisted', 'nothing'];
}

/** The id breaks ties in the direction of the last key; newest first when there is none. */
const idOrder = (keys: readonly SortKey[]): 'asc' | 'desc' => keys.at(-1)?.order ?? 'desc';

/** What a key of options is ordered by: the place of the value among them, from 0. The column may have an alias before it. */
export function orderTerm(key: SortKey, column: string, parameters: Parameters): string {
  if (!key.options) return `${column} ${key.order} nulls last`;
  const options = passed(key);
  // Looked up by halves, as trees have thousands of options.
  const places = parameters.add(JSON.stringify(Object.fromEntries(options.map((value, at) => [value, at]))), 'jsonb');
  return `case when ${column} is not null then coalesce((${places} ->> ${column})::integer, ${options.length}) end nulls last`;
}

/** `order by` of some branches. The first key places its nulls as the index does, though a branch never mixes them. */
export function branchesOrder(keys: readonly SortKey[], branches: readonly Branch[], parameters: Parameters): string {
  const [first] = keys;
  const isWhole = branches.length > 1;
  // Rows of one option are equal by it.
  const differing = first?.options && !isWhole && branches[0] !== 'known' ? keys.slice(1) : keys;
  const terms = differing.map((key, index) =>
    index === 0 && key === first && key.order === 'asc' && !key.options
      ? `${keyText(key)} asc nulls first`
      : orderTerm(key, keyText(key), parameters),
  );
  const nothingLast = isWhole && first ? [`${keyText(first)} is null`] : [];
  return [...nothingLast, ...terms, `id ${idOrder(keys)}`].join(', ');
}

const beyond = (order: 'asc' | 'desc') => (order === 'asc' ? '>' : '<');

/** Rows behind a position by the keys from `from` on: equal in the keys before it, behind in this one, or further down. */
function behind(keys: readonly SortKey[], position: Position, from: number, parameters: Parameters): string {
  const key = keys[from];
  if (!key) return `id ${beyond(idOrder(keys))} ${parameters.add(position.id, 'bigint')}`;
  const column = keyText(key);
  const value = position.values[from] ?? null;
  if (value === null) return `(${column} is null and ${behind(keys, position, from + 1, parameters)})`;
  const further = behind(keys, position, from + 1, parameters);
  const nothing = from === 0 ? '' : ` or ${column} is null`;
  if (key.options) return `(${behindOption(key, value, further, parameters)}${nothing})`;
  const place = parameters.add(value, key.sqlType);
  return `(${column} ${beyond(key.order)} ${place} or (${column} = ${place} and ${further})${nothing})`;
}

/** Rows with a later option, or with this one and further down; values that are no option are equal among themselves. */
function behindOption(key: SortKey, value: string, further: string, parameters: Parameters): string {
  const column = keyText(key);
  const options = passed(key);
  const at = options.indexOf(value);
  if (at === -1) return `(${column} <> all(${parameters.add(options, 'text[]')}) and ${further})`;
  const until = parameters.add(options.slice(0, at + 1), 'text[]');
  return `${column} <> all(${until}) or (${column} = ${parameters.add(value, 'text')} and ${further})`;
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
  const column = keyText(first);
  const start = position?.values[0] ?? null;
  if (branch === 'nothing') {
    return position && start === null ? behind(keys, position, 0, parameters) : `${column} is null`;
  }
  if (branch !== 'known') return optionCondition(keys, first, branch, position, parameters);
  if (!position || start === null) return `${column} is not null`;
  if (first.options) return `${column} is not null and ${behind(keys, position, 0, parameters)}`;
  const places = () => `${parameters.add(start, first.sqlType)}, ${parameters.add(position.id, 'bigint')}`;
  if (keys.length === 1) return `(${column}, id) ${beyond(first.order)} (${places()})`;
  const bound = `${column} ${beyond(first.order)}= ${parameters.add(start, first.sqlType)}`;
  return `${bound} and ${behind(keys, position, 0, parameters)}`;
}

/** The rows of one option, or of values that are none. */
function optionCondition(
  keys: readonly SortKey[],
  { column, options = [] }: SortKey,
  branch: 'unlisted' | { readonly option: string },
  position: Position | undefined,
  parameters: Parameters,
): string {
  const start = position?.values[0] ?? undefined;
  const isUnlisted = branch === 'unlisted';
  const own = isUnlisted
    ? `${quote(column)} <> all(${parameters.add(options, 'text[]')})`
    : `${quote(column)} = ${parameters.add(branch.option, 'text')}`;
  const begun = start !== undefined && (isUnlisted ? !options.includes(start) : start === branch.option);
  return position && begun ? `${own} and ${behind(keys, position, 1, parameters)}` : own;
}

/** The rows of some branches, from a position on when there is one. */
export function branchesCondition(
  keys: readonly SortKey[],
  branches: readonly Branch[],
  position: Position | undefined,
  parameters: Parameters,
): string {
  const isAll = branches.length === branchesFrom(keys, undefined).length;
  if (branches.length > 1 && isAll && !position) return 'true';
  const start = position?.values[0];
  // Options that are wanted whole are one test together.
  const whole = branches.flatMap((branch) =>
    branches.length > 1 && typeof branch === 'object' && branch.option !== start ? [branch.option] : [],
  );
  const column = quote(keys[0]?.column ?? '');
  const tests = [
    ...(whole.length > 0 ? [`${column} = any(${parameters.add(whole, 'text[]')})`] : []),
    ...branches
      .filter((branch) => typeof branch !== 'object' || !whole.includes(branch.option))
      .map((branch) => branchCondition(keys, branch, position, parameters)),
  ];
  return tests.length === 1 ? tests.join() : `(${tests.map((test) => `(${test})`).join(' or ')})`;
}
