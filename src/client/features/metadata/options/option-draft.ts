import { makeAutoObservable } from 'mobx';
import type { OptionSet, SelectOption } from '#schemas/metadata/option-set.ts';
import { compareExact, parseExact } from '#shared/money/exact.ts';
import { Draft } from '#client/features/metadata/draft/draft.ts';
import { type OptionRow, endOf, indent, moveBefore, rowsOf, shift } from './option-rows.ts';

type LevelNames = string[][];
const NO_LEVELS: LevelNames = [];
const MAX_VALUE = 64;
const MAX_LABEL = 200;
const AMOUNT = /^\d{1,24}(\.\d{1,2})?$/;

interface State {
  /** Absent: the store knows the version that a save builds on. */
  readonly version?: undefined;
  readonly label: string;
  readonly levels: LevelNames;
  readonly rows: readonly OptionRow[];
}

const isNoAmount = (text = ''): boolean => text.trim() !== '' && !AMOUNT.test(text.trim());

/** Is there no amount between the ends of a band? */
function isEmptyBand({ atLeast, below }: SelectOption): boolean {
  const [least, end] = [parseExact(atLeast?.trim()), parseExact(below?.trim())];
  return least !== undefined && end !== undefined && compareExact(least, end) >= 0;
}

/** An option without what says nothing. */
function tidy({
  value,
  label,
  parent,
  levelBelow = [],
  aliases = [],
  tone,
  atLeast = '',
  below = '',
  retired,
}: SelectOption): SelectOption {
  return {
    value: value.trim(),
    label: label.trim(),
    ...(parent !== undefined && { parent }),
    ...(levelBelow.length > 0 && { levelBelow }),
    ...(aliases.length > 0 && { aliases }),
    ...(tone !== undefined && { tone }),
    ...(atLeast.trim() !== '' && { atLeast: atLeast.trim() }),
    ...(below.trim() !== '' && { below: below.trim() }),
    ...(retired === true && { retired }),
  };
}

/** Rows that no step touched are the same objects, so that thousands are compared at once. */
const isEqual = (left: State, right: State): boolean =>
  left.label === right.label &&
  left.levels === right.levels &&
  left.rows.length === right.rows.length &&
  left.rows.every((row, index) => row === right.rows[index]);

/** An option set being edited. Knows no server. */
export class OptionDraft {
  /** What is saved, in the same order as the rows. */
  readonly base: OptionSet;
  readonly steps: Draft<State>;
  #nextKey: number;

  constructor(base: OptionSet) {
    const rows = rowsOf(base.options);
    this.base = { ...base, options: rows.map((row) => row.option) };
    const state: State = { label: base.label, levels: base.levels ?? NO_LEVELS, rows };
    this.steps = new Draft(state, state, isEqual);
    this.#nextKey = rows.length;
    makeAutoObservable(this, { steps: false, base: false }, { autoBind: true });
  }

  get state(): State {
    return this.steps.current;
  }

  get rows(): readonly OptionRow[] {
    return this.state.rows;
  }

  get isTree(): boolean {
    return this.base.kind === 'tree';
  }

  /** The set as it would be saved. */
  get optionSet(): OptionSet {
    const { name, kind } = this.base;
    const { label, levels } = this.state;
    const options = this.rows.map((row) => tidy(row.option));
    return { name, label: label.trim(), kind, ...(levels.length > 0 && { levels }), options };
  }

  get isDirty(): boolean {
    const { label, levels, options } = this.optionSet;
    if (label !== this.base.label || JSON.stringify(levels) !== JSON.stringify(this.base.levels)) return true;
    return JSON.stringify(options) !== JSON.stringify(this.base.options.map(tidy));
  }

  /** What is wrong, by key of the row. */
  get problems(): ReadonlyMap<number, string> {
    const seen = new Map<string, number>();
    const problems = new Map<number, string>();
    for (const { key, option } of this.rows) {
      const value = option.value.trim();
      const label = option.label.trim();
      if (label === '') problems.set(key, '请填写名称');
      else if ([...label].length > MAX_LABEL) problems.set(key, `名称最长 ${MAX_LABEL} 个字符`);
      else if (value === '') problems.set(key, '请填写值');
      else if ([...value].length > MAX_VALUE) problems.set(key, `值最长 ${MAX_VALUE} 个字符`);
      else if (seen.has(value)) problems.set(key, `值“${value}”重复`);
      else if (isNoAmount(option.atLeast)) problems.set(key, '至少金额应为不带单位的数，最多两位小数');
      else if (isNoAmount(option.below)) problems.set(key, '不足金额应为不带单位的数，最多两位小数');
      else if (isEmptyBand(option)) problems.set(key, '不足金额应大于至少金额');
      seen.set(value, key);
    }
    return problems;
  }

  rename(label: string): void {
    this.steps.change({ ...this.state, label }, 'label');
  }

  /** What the levels are called, from the roots on; a level without a name between others is empty. */
  nameLevels(levels: LevelNames): void {
    const named = levels.findLastIndex((names) => names.length > 0);
    this.steps.change({ ...this.state, levels: levels.slice(0, named + 1) }, 'levels');
  }

  /** Changes one option. The value of a new one follows its name until it is given its own; branches below follow the value. */
  edit(key: number, patch: Partial<SelectOption>): void {
    const row = this.rows.find((candidate) => candidate.key === key);
    if (!row) return;
    const before = row.option;
    const follows = row.isNew && patch.label !== undefined && before.value === before.label;
    const option = { ...before, ...patch, ...(follows && { value: patch.label ?? '' }) };
    const rows = this.rows.map((candidate) => {
      if (candidate.key === key) return { ...candidate, option };
      const isBelow = before.value !== '' && candidate.option.parent === before.value && option.value !== before.value;
      return isBelow ? { ...candidate, option: { ...candidate.option, parent: option.value } } : candidate;
    });
    this.steps.change({ ...this.state, rows }, `${key}:${Object.keys(patch).join()}`);
  }

  /** A new option behind a row and what is below it, or at the end. Gives its key. */
  add(behind?: number): number {
    const at = behind === undefined ? -1 : this.#indexOf(behind);
    const brother = this.rows[at];
    const parent = brother?.option.parent;
    const option = { value: '', label: '', ...(parent !== undefined && { parent }) };
    return this.#insert([option], at < 0 ? this.rows.length : endOf(this.rows, at), brother?.depth ?? 0);
  }

  /** Options from elsewhere at the end, in one step. */
  append(options: readonly SelectOption[]): void {
    const all = rowsOf([...this.rows.map((row) => row.option), ...options]);
    const known = new Map(this.rows.map((row) => [row.option, row]));
    const rows = all.map(({ option, depth }) => {
      const row = known.get(option);
      return row ? { ...row, depth } : { key: this.#nextKey++, option, depth, isNew: true };
    });
    this.steps.change({ ...this.state, rows });
  }

  /** Everything at once, in one step: rows of the same value stay the rows they are. */
  become({ label, levels = NO_LEVELS, options }: OptionSet): void {
    const known = new Map(this.rows.map((row) => [row.option.value, row]));
    const rows = rowsOf(options).map(({ option, depth }) => {
      const row = known.get(option.value);
      return row ? { ...row, option, depth } : { key: this.#nextKey++, option, depth, isNew: true };
    });
    this.steps.change({ label, levels, rows });
  }

  /** Takes a new option away. What is saved may only be retired. */
  drop(key: number): void {
    const index = this.#indexOf(key);
    if (this.rows[index]?.isNew !== true || endOf(this.rows, index) > index + 1) return;
    this.steps.change({ ...this.state, rows: this.rows.filter((row) => row.key !== key) });
  }

  shift(key: number, by: -1 | 1): void {
    this.#move(shift(this.rows, this.#indexOf(key), by));
  }

  indent(key: number, by: -1 | 1): void {
    if (this.isTree) this.#move(indent(this.rows, this.#indexOf(key), by));
  }

  /** Puts a row and its branch before another one. */
  moveBefore(key: number, before: number): void {
    this.#move(moveBefore(this.rows, this.#indexOf(key), this.#indexOf(before)));
  }

  #move(rows: readonly OptionRow[]): void {
    if (rows !== this.rows) this.steps.change({ ...this.state, rows });
  }

  #insert(options: readonly SelectOption[], at: number, depth: number): number {
    const rows = options.map((option) => ({ key: this.#nextKey++, option, depth, isNew: true }));
    this.steps.change({ ...this.state, rows: [...this.rows.slice(0, at), ...rows, ...this.rows.slice(at)] });
    return rows[0]?.key ?? -1;
  }

  #indexOf(key: number): number {
    return this.rows.findIndex((row) => row.key === key);
  }
}
