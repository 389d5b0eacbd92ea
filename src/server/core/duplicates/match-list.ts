import { gradeOf, type Match, MOST_HOLDERS } from './grade.ts';
import { type KeyKind, keysOf, type MatchFacts } from './match-facts.ts';

/** Two entries of a list by their places, the earlier first. */
export interface MatchedPair extends Match {
  readonly left: number;
  readonly right: number;
}

const nameOf = (kind: KeyKind, key: string): string => `${kind}:${key}`;

/** All pairs of a list that may be one, compared by the keys that they share. */
export function matchList(list: readonly MatchFacts[]): MatchedPair[] {
  const holders = new Map<string, { kind: KeyKind; places: number[] }>();
  list.forEach((facts, place) => {
    for (const { kind, key } of keysOf(facts)) {
      const name = nameOf(kind, key);
      const known = holders.get(name);
      if (known) known.places.push(place);
      else holders.set(name, { kind, places: [place] });
    }
  });
  const saysNothing = (kind: KeyKind, key: string) =>
    (holders.get(nameOf(kind, key))?.places.length ?? 0) > MOST_HOLDERS[kind];
  const pairs = new Map<string, MatchedPair>();
  for (const { kind, places } of holders.values()) {
    if (places.length < 2 || places.length > MOST_HOLDERS[kind]) continue;
    for (const [index, left] of places.entries()) {
      for (const right of places.slice(index + 1)) {
        const name = `${left} ${right}`;
        const [one, other] = [list[left], list[right]];
        if (pairs.has(name) || !one || !other) continue;
        pairs.set(name, { left, right, ...gradeOf(one, other, saysNothing) });
      }
    }
  }
  return [...pairs.values()].filter(({ grade }) => grade > 0);
}
