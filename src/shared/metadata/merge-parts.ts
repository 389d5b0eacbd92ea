/** A place in a definition that two people changed to different things. */
export interface MergeClash {
  /** Keys from the definition down, e.g. `['fields', 'name', 'maxLength']`, `['list', 'columns']`. */
  readonly path: readonly string[];
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
}

export type Side = 'mine' | 'theirs';

/** The answers to clashes, by `pathKey`. */
export type MergeChoices = ReadonlyMap<string, Side>;

export const pathKey = (path: readonly string[]): string => path.join('\u0000');

/** Three states of one thing: where both began, what I made of it, what the other person saved. */
export interface Three<T> {
  readonly base: T;
  readonly mine: T;
  readonly theirs: T;
}

/**
 * Do two values say the same as JSON? The order of keys is of no matter, and absent keys and undefined ones are the
 * same. What both share is not walked through, so that an edit, which shares all but
 * the way to what it changed, is compared in the time of that way.
 */
export function isSame(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true;
  if (!isGroup(left) || !isGroup(right)) return false;
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
    return left.every((entry, index) => isSame(entry, right[index]));
  }
  const keys = keysOf(left);
  return keys.length === keysOf(right).length && keys.every((key) => isSame(left[key], right[key]));
}

const isGroup = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
const keysOf = (group: Readonly<Record<string, unknown>>): string[] =>
  Object.keys(group).filter((key) => group[key] !== undefined);

/** Merges parts one by one and collects what cannot be decided. */
export class Merging {
  readonly clashes: MergeClash[] = [];
  readonly #choices: MergeChoices;

  constructor(choices: MergeChoices) {
    this.#choices = choices;
  }

  /** One value: the side that changed it wins; when both did, the choice, and mine until there is one. */
  value<T>(path: readonly string[], { base, mine, theirs }: Three<T>): T {
    if (isSame(mine, theirs) || isSame(base, theirs)) return mine;
    if (isSame(base, mine)) return theirs;
    this.clashes.push({ path, base, mine, theirs });
    return this.#choices.get(pathKey(path)) === 'theirs' ? theirs : mine;
  }

  /** An object of values, key by key; keys that end up absent are left out. */
  record<T extends object>(path: readonly string[], { base, mine, theirs }: Three<T>): T {
    const keys = new Set([...Object.keys(mine), ...Object.keys(theirs), ...Object.keys(base)]);
    const merged: Record<string, unknown> = {};
    for (const key of keys) {
      const of = (side: T) => (side as Record<string, unknown>)[key];
      const value = this.value([...path, key], { base: of(base), mine: of(mine), theirs: of(theirs) });
      if (value !== undefined) merged[key] = value;
    }
    return merged as T;
  }

  /**
   * A list of names without repeats: what either took out is out, what either put in is in, and one of the orders is
   * kept.
   */
  names(path: readonly string[], { base, mine, theirs }: Three<readonly string[]>): string[] {
    const known = { base: new Set(base), mine: new Set(mine), theirs: new Set(theirs) };
    const members = new Set([...mine, ...theirs].filter((name) => isKept(name, known)));
    const common = (side: readonly string[]) => side.filter((name) => allHave(name, known));
    const order = this.value([...path, 'order'], { base: common(base), mine: common(mine), theirs: common(theirs) });
    const [first, second] = isSame(order, common(mine)) ? [mine, theirs] : [theirs, mine];
    return woven(first, second).filter((name) => members.has(name));
  }

  /**
   * A list of things known by a key. A thing that one took out and the other changed is a clash; taken out by one alone,
   * it is out.
   */
  keyed<T>(
    path: readonly string[],
    sides: Three<readonly T[]>,
    keyOf: (item: T) => string,
    merge: (path: readonly string[], item: Three<T>) => T,
  ): T[] {
    const index = (items: readonly T[]) => new Map(items.map((item) => [keyOf(item), item]));
    const [base, mine, theirs] = [index(sides.base), index(sides.mine), index(sides.theirs)];
    const merged = new Map<string, T>();
    for (const key of new Set([...mine.keys(), ...theirs.keys()])) {
      const three = { base: base.get(key), mine: mine.get(key), theirs: theirs.get(key) };
      const item =
        three.base !== undefined && three.mine !== undefined && three.theirs !== undefined
          ? merge([...path, key], { base: three.base, mine: three.mine, theirs: three.theirs })
          : this.value([...path, key], three);
      if (item !== undefined) merged.set(key, item);
    }
    const keys = { base: [...base.keys()], mine: [...mine.keys()], theirs: [...theirs.keys()] };
    const names = this.names(path, keys);
    // What a choice brought back keeps its place on the side that kept it.
    const order = names.length === merged.size ? names : woven(keys.mine, keys.theirs);
    return order.flatMap((key) => merged.get(key) ?? []);
  }
}

const allHave = (name: string, { base, mine, theirs }: Three<ReadonlySet<string>>): boolean =>
  base.has(name) && mine.has(name) && theirs.has(name);

/** True for a name that either side put in, or that both left in. */
const isKept = (name: string, { base, mine, theirs }: Three<ReadonlySet<string>>): boolean =>
  base.has(name) ? mine.has(name) && theirs.has(name) : true;

/** The first list with the members that only the second has, each behind its predecessor there. */
function woven(first: readonly string[], second: readonly string[]): string[] {
  const all = [...first];
  const known = new Set(first);
  second.forEach((name, index) => {
    if (known.has(name)) return;
    // Whatever comes earlier in the second list has been put in by now.
    all.splice(index === 0 ? 0 : all.indexOf(second[index - 1] ?? '') + 1, 0, name);
    known.add(name);
  });
  return all;
}
