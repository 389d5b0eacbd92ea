import { type CharacterSet, overlaps } from './character-sets.ts';
import { PatternFault, type PatternNode } from './parse-pattern.ts';

/** Characters of a pattern with its counts written out. */
const MOST_PLACES = 400;
/** Times that something is repeated; no database counts further. */
const MOST_TIMES = 255;
/** Characters after which it is clear which of two ways a text takes. */
const MOST_UNCLEAR = 8;

const UNCLEAR = '同一段内容有多种匹配方式，长文本会使检查停顿；请改写，使每一步只有一种走法（如把 (a+)+ 写成 a+）';

/** A part of a pattern by the places of its characters. */
interface Part {
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly isEmpty: boolean;
}

/**
 * Refuses patterns that an engine which tries one way after the other could be busy with for long: where the same characters
 * of a text can be read in two ways, and more than a few characters until it is clear which. What is left takes as long as
 * the text is. @throws PatternFault
 */
export function refuseSlow(root: PatternNode): void {
  const sets: CharacterSet[] = [];
  const follow: Set<number>[] = [];

  /** Each way from a place to the next may be there once: a second one is a second way to read the same text. */
  const lead = (from: readonly number[], to: readonly number[]) => {
    for (const place of from)
      for (const next of to) {
        if (follow[place]?.has(next) === true) throw new PatternFault(UNCLEAR);
        follow[place]?.add(next);
      }
  };

  function all(parts: readonly Part[]): Part {
    let whole: Part = { first: [], last: [], isEmpty: true };
    for (const part of parts) {
      lead(whole.last, part.first);
      whole = {
        first: whole.isEmpty ? [...whole.first, ...part.first] : whole.first,
        last: part.isEmpty ? [...whole.last, ...part.last] : part.last,
        isEmpty: whole.isEmpty && part.isEmpty,
      };
    }
    return whole;
  }

  function repeat({ part, least, most }: Extract<PatternNode, { kind: 'repeat' }>): Part {
    if (Math.max(least, most ?? 0) > MOST_TIMES) throw new PatternFault(`重复次数最多 ${MOST_TIMES}，请改写`);
    const optional = (one: Part): Part => ({ ...one, isEmpty: true });
    const parts: Part[] = [];
    while (parts.length < least) {
      const one = read(part);
      // Nothing, several times: as many ways to read a text as there are orders of them.
      if (one.isEmpty && most !== 1) throw new PatternFault(UNCLEAR);
      parts.push(one);
    }
    if (most === null) {
      const loop = least > 0 ? parts.at(-1) : read(part);
      if (!loop) throw new PatternFault(UNCLEAR);
      if (loop.isEmpty) throw new PatternFault(UNCLEAR);
      lead(loop.last, loop.first);
      return all(least > 0 ? parts : [optional(loop)]);
    }
    // (a(a(a)?)?)?: one way to have each number of them.
    let tail: Part | undefined;
    for (let more = most - least; more > 0; more -= 1) {
      const one = read(part);
      if (one.isEmpty && most > 1) throw new PatternFault(UNCLEAR);
      tail = optional(tail ? all([one, tail]) : one);
    }
    return all(tail ? [...parts, tail] : parts);
  }

  function read(node: PatternNode): Part {
    switch (node.kind) {
      case 'set': {
        if (sets.length >= MOST_PLACES) throw new PatternFault(`写法太长：展开后最多 ${MOST_PLACES} 个字符位置`);
        const place = sets.push(node.set) - 1;
        follow.push(new Set());
        return { first: [place], last: [place], isEmpty: false };
      }
      case 'all':
        return all(node.parts.map(read));
      case 'any': {
        const parts = node.parts.map(read);
        if (parts.filter(({ isEmpty }) => isEmpty).length > 1) throw new PatternFault(UNCLEAR);
        return {
          first: parts.flatMap(({ first }) => first),
          last: parts.flatMap(({ last }) => last),
          isEmpty: parts.some(({ isEmpty }) => isEmpty),
        };
      }
      case 'repeat':
        return repeat(node);
    }
  }

  const { first } = read(root);
  refuseUnclear(sets, follow, first);
}

/** Follows each two places that one text leads to, until no text leads to both any more. */
function refuseUnclear(
  sets: readonly CharacterSet[],
  follow: readonly ReadonlySet<number>[],
  first: readonly number[],
) {
  const clear = new Map<number, number>();
  const isShared = (left: number, right: number) => overlaps(sets[left] ?? [], sets[right] ?? []);

  /** Characters until it is clear at which of two places a text is. */
  function depth(left: number, right: number, above: number): number {
    if (above >= MOST_UNCLEAR) throw new PatternFault(UNCLEAR);
    const key = Math.min(left, right) * sets.length + Math.max(left, right);
    const known = clear.get(key);
    if (known !== undefined) {
      if (known + above >= MOST_UNCLEAR) throw new PatternFault(UNCLEAR);
      return known;
    }
    let deepest = 0;
    for (const one of follow[left] ?? [])
      for (const other of follow[right] ?? []) {
        if (one === other) throw new PatternFault(UNCLEAR);
        if (isShared(one, other)) deepest = Math.max(deepest, 1 + depth(one, other, above + 1));
      }
    clear.set(key, deepest);
    return deepest;
  }

  for (const ways of [first, ...follow.map((places) => [...places])])
    for (const [index, one] of ways.entries())
      for (const other of ways.slice(index + 1)) if (isShared(one, other)) depth(one, other, 0);
}
