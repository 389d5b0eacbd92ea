import type { SelectOption } from '#schemas/metadata/option-set.ts';
import { holdsText, type NameMatch } from '#generators/name-match.ts';

/** An option that may say whether options are below it which are not in the list. */
type TreeNode = SelectOption & { readonly hasChildren?: boolean };

/** A flat list of options as a tree, or of the part of it that is known. Built once for a list: trees have thousands of branches. */
export class OptionTree {
  readonly #byValue: ReadonlyMap<string, TreeNode>;
  /** Branches that may still be chosen, and all of them: old records keep what they hold. */
  readonly #below: ReadonlyMap<string | undefined, readonly SelectOption[]>;
  readonly #all: ReadonlyMap<string | undefined, readonly SelectOption[]>;

  #order: readonly string[] | undefined;

  constructor(options: readonly TreeNode[]) {
    this.#byValue = new Map(options.map((option) => [option.value, option]));
    this.#all = Map.groupBy(options, (option) => option.parent);
    this.#below = Map.groupBy(
      options.filter((option) => !option.retired),
      (option) => option.parent,
    );
  }

  /** Options directly below a branch; the top level for undefined. */
  children(parent: string | undefined): readonly SelectOption[] {
    return this.#below.get(parent) ?? [];
  }

  /** Every option directly below a branch, those that may no longer be chosen too. */
  all(parent: string | undefined): readonly SelectOption[] {
    return this.#all.get(parent) ?? [];
  }

  /** Is anything that may be chosen below an option? */
  hasBelow(value: string): boolean {
    return this.#find(value)?.hasChildren ?? this.children(value).length > 0;
  }

  /** From the root to an option, itself included; empty when unknown. A loop in the data ends the way. */
  path(value: string | undefined): readonly SelectOption[] {
    const path: SelectOption[] = [];
    for (let at = this.#find(value); at && !path.includes(at); at = this.#find(at.parent)) path.unshift(at);
    return path;
  }

  /** Every value in the order in which a person reads the tree: each branch, then what is below it. */
  get order(): readonly string[] {
    if (this.#order) return this.#order;
    const order = new Set<string>();
    const take = (options: readonly SelectOption[]) => {
      for (const { value } of options) {
        // Each value is in the order once, so that a loop in the data ends.
        if (order.has(value)) continue;
        order.add(value);
        take(this.#all.get(value) ?? []);
      }
    };
    take(this.#all.get(undefined) ?? []);
    take([...this.#byValue.values()]);
    this.#order = [...order];
    return this.#order;
  }

  /** The way to an option as one text, e.g. 广东 / 深圳; the value itself when unknown. */
  pathText(value: string): string {
    const path = this.path(value);
    return path.length > 0 ? path.map((option) => option.label).join(' / ') : value;
  }

  /** The values given and everything below them; a value that is gone counts as itself. */
  under(values: Iterable<string>): readonly string[] {
    const found = new Set(values);
    // A set grows while it is walked, and takes each value once: a loop in the data ends.
    for (const value of found) for (const child of this.#all.get(value) ?? []) found.add(child.value);
    return [...found];
  }

  /** Options whose label or other spelling contains a text, or matches it as `matches` says, at most `limit`. */
  search(text: string, limit: number, matches: NameMatch = holdsText): readonly SelectOption[] {
    const wanted = text.trim();
    const found: SelectOption[] = [];
    for (const option of this.#byValue.values()) {
      if (found.length === limit) break;
      if (isCalled(option, wanted, matches)) found.push(option);
    }
    return found;
  }

  #find(value: string | undefined): TreeNode | undefined {
    return value === undefined ? undefined : this.#byValue.get(value);
  }
}

/** May an option be chosen, and does its label or another spelling match a text? */
export const isCalled = ({ label, aliases = [], retired }: SelectOption, text: string, matches: NameMatch): boolean =>
  retired !== true && [label, ...aliases].some((name) => matches(name, text));

const TREES = new WeakMap<readonly SelectOption[], OptionTree>();

/** The tree of a list of options; the same list gives the same tree. */
export function treeOf(options: readonly TreeNode[]): OptionTree {
  const known = TREES.get(options) ?? new OptionTree(options);
  TREES.set(options, known);
  return known;
}
