import { creditCode } from '#server/core/duplicates/credit-code.ts';
import type { MatchTexts } from '#server/core/duplicates/match-facts.ts';
import { type Random, shuffled } from '#sample/draw/random.ts';
import { dirtyCopy } from './dirty-copies.ts';

/** A list with copies at its end, and which of its places are one company. */
export interface Trial {
  readonly list: readonly MatchTexts[];
  readonly truth: readonly (readonly [number, number])[];
}

/** Originals and so many copies of some of them. Originals with one code are one company too. */
export function trialOf(random: Random, originals: readonly MatchTexts[], copies: number): Trial {
  const copied = shuffled(
    random,
    originals.map((_, place) => place),
  ).slice(0, copies);
  const list = [
    ...originals,
    ...copied.flatMap((place) => originals[place] ?? []).map((one) => dirtyCopy(random, one)),
  ];
  const entities = originals.map((one, place) => creditCode(one.codes[0] ?? '') ?? String(place));
  const entityOf = (place: number) => entities[place] ?? entities[copied[place - originals.length] ?? 0] ?? '';
  const groups = Map.groupBy(
    list.map((_, place) => place),
    entityOf,
  );
  const truth = Array.from(groups.values()).flatMap((places) =>
    places.flatMap((left, index) => places.slice(index + 1).map((right): [number, number] => [left, right])),
  );
  return { list, truth };
}
