import { gramsFor } from '#server/core/conditions/search.ts';
import type { Match } from '#server/core/search/rank-names.ts';
import type { SearchWord } from '#server/core/search/search-word.ts';
import type { ReadableObject } from './readable-object.ts';

/** How many records match a word so well, estimated from statistics. */
export function rarityOf(object: ReadableObject, match: Match, word: SearchWord): 'rare' | 'common' | 'unknown' {
  const common = object.commonGrams;
  if (common === undefined || common.size === 0) return 'unknown';
  const isCommon = gramsFor(object, match, word).some((grams) => grams.every((gram) => common.has(gram)));
  return isCommon ? 'common' : 'rare';
}
