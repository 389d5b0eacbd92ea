import type { SelectOption } from '#schemas/metadata/option-set.ts';

/** One option being edited. `key` stays with it whatever becomes of its value; `isNew` until it has been saved. */
export interface OptionRow {
  readonly key: number;
  readonly option: SelectOption;
  readonly depth: number;
  readonly isNew: boolean;
}

/** Rows in the order of the tree: each branch directly before what is below it. Branches without a known parent are roots. */
export function rowsOf(options: readonly SelectOption[], isNew = false): readonly OptionRow[] {
  const values = new Set(options.map((option) => option.value));
  const below = Map.groupBy(options, ({ parent }) => (parent !== undefined && values.has(parent) ? parent : undefined));
  const rows: OptionRow[] = [];
  const seen = new Set<SelectOption>();
  const walk = (parent: string | undefined, depth: number): void => {
    for (const option of below.get(parent) ?? []) {
      if (seen.has(option)) continue;
      seen.add(option);
      rows.push({ key: rows.length, option, depth, isNew });
      walk(option.value, depth + 1);
    }
  };
  walk(undefined, 0);
  // A ring has no root to begin at; its members are shown all the same.
  for (const option of options) if (!seen.has(option)) rows.push({ key: rows.length, option, depth: 0, isNew });
  return rows;
}

/** One past the last row below the one at `index`. */
export function endOf(rows: readonly OptionRow[], index: number): number {
  const depth = rows[index]?.depth ?? 0;
  let end = index + 1;
  while (end < rows.length && (rows[end]?.depth ?? 0) > depth) end += 1;
  return end;
}

const withParent = (row: OptionRow, parent: string | undefined): OptionRow => {
  const { parent: _before, ...option } = row.option;
  return { ...row, option: parent === undefined ? option : { ...option, parent } };
};

/** The branch at `index` at another depth and under another parent; what is below it follows. */
const branchAt = (rows: readonly OptionRow[], index: number, depth: number, parent: string | undefined) => {
  const shift = depth - (rows[index]?.depth ?? 0);
  return rows
    .slice(index, endOf(rows, index))
    .map((row, at) => ({ ...(at === 0 ? withParent(row, parent) : row), depth: row.depth + shift }));
};

/** The same rows with a branch put before another row (behind the last one for `rows.length`), beside it in the tree. */
export function moveBefore(rows: readonly OptionRow[], from: number, to: number): readonly OptionRow[] {
  const end = endOf(rows, from);
  if (to >= from && to <= end) return rows;
  const target = rows[to];
  const branch = branchAt(rows, from, target?.depth ?? 0, target?.option.parent);
  const rest = [...rows.slice(0, from), ...rows.slice(end)];
  const at = to > from ? to - (end - from) : to;
  return [...rest.slice(0, at), ...branch, ...rest.slice(at)];
}

/** One place up or down among its brothers. */
export function shift(rows: readonly OptionRow[], index: number, by: -1 | 1): readonly OptionRow[] {
  const depth = rows[index]?.depth ?? 0;
  if (by === 1) {
    const next = endOf(rows, index);
    return rows[next]?.depth === depth ? moveBefore(rows, next, index) : rows;
  }
  let before = index - 1;
  while (before >= 0 && (rows[before]?.depth ?? 0) > depth) before -= 1;
  return rows[before]?.depth === depth ? moveBefore(rows, index, before) : rows;
}

/** One level deeper, below the brother before it; or one level up, behind the branch that it was in. */
export function indent(rows: readonly OptionRow[], index: number, by: -1 | 1): readonly OptionRow[] {
  const row = rows[index];
  if (!row) return rows;
  const end = endOf(rows, index);
  let above = index - 1;
  while (above >= 0 && (rows[above]?.depth ?? 0) > row.depth) above -= 1;
  if (by === 1) {
    const brother = rows[above];
    if (!brother || brother.depth !== row.depth || brother.option.value === '') return rows;
    return [...rows.slice(0, index), ...branchAt(rows, index, row.depth + 1, brother.option.value), ...rows.slice(end)];
  }
  if (row.depth === 0) return rows;
  while (above >= 0 && (rows[above]?.depth ?? 0) >= row.depth) above -= 1;
  const parent = rows[above];
  if (!parent) return rows;
  const behind = endOf(rows, above);
  const branch = branchAt(rows, index, row.depth - 1, parent.option.parent);
  return [...rows.slice(0, index), ...rows.slice(end, behind), ...branch, ...rows.slice(behind)];
}
