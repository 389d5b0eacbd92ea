import type { AskableObject, Vocabulary } from './vocabulary.ts';

/** How many fields of other objects name records of this one. */
const linksTo = ({ apiName }: AskableObject, { objects }: Vocabulary): number =>
  Array.from(objects.values())
    .filter((other) => other.apiName !== apiName)
    .flatMap(({ fields }) => fields)
    .filter(({ targetApiName }) => targetApiName === apiName).length;

/**
 * Of objects with the same name, such as companies and what was handed in to make one, the one that others link to is
 * meant where nothing else tells them apart: the readings, the best first, without the others that are as good.
 */
export function byLinks<T extends { readonly object: AskableObject }>(
  all: readonly T[],
  isAsGood: (one: T, other: T) => boolean,
  vocabulary: Vocabulary,
): T[] {
  return all.filter((one) => {
    const same = all.filter(
      (other) => other.object !== one.object && other.object.label === one.object.label && isAsGood(one, other),
    );
    return same.every((other) => linksTo(other.object, vocabulary) <= linksTo(one.object, vocabulary));
  });
}
