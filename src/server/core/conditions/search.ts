import type { FieldDefinition } from '#schemas/metadata/field.ts';
import {
  gramOfBeginning,
  gramOfWhole,
  gramsHolding,
  gramsOfInitials,
  gramsSpelt,
  seedOf,
} from '#server/core/search/grams.ts';
import type { Match } from '#server/core/search/rank-names.ts';
import { otherSearchFields, type SearchedObject } from '#server/core/search/search-text.ts';
import { initialsPattern, literalPattern, type SearchWord, speltPattern } from '#server/core/search/search-word.ts';
import { escapeWildcards } from './value-queries.ts';
import type { Parameters } from './parameters.ts';

// Conditions over a row `s` of record_search. The index of grams finds candidates, which are then compared with the texts
// themselves: a gram is a hash, and the parts of a word in any order are not the word.

function held(ways: readonly (readonly number[])[], parameters: Parameters): string {
  return `(${ways.map((grams) => `s.grams @> ${parameters.add(grams, 'integer[]')}`).join(' or ')})`;
}

/** The pieces that a row must have, in one of several ways, to answer a word so well. */
export function gramsFor(object: SearchedObject, match: Match, { text, letters }: SearchWord): number[][] {
  const seed = seedOf(object.definition.apiName);
  const spelt = letters === undefined ? [] : [gramsSpelt(seed, letters), gramsOfInitials(seed, letters)];
  switch (match) {
    case 'whole':
      return [[gramOfWhole(seed, text)]];
    case 'beginning':
      return [[gramOfBeginning(seed, text)]];
    case 'spelt':
      return spelt;
    case 'anywhere':
      return [gramsHolding(seed, text), ...spelt];
  }
}

/** The candidates of a word: every row that `holdsWord` is true of is one. */
export const mayHoldWord = (object: SearchedObject, word: SearchWord, parameters: Parameters): string =>
  held(gramsFor(object, 'anywhere', word), parameters);

// A pattern takes ten times as long as these, which leave few rows to be compared with it.
const holds = (column: 'names' | 'more', text: string, parameters: Parameters): string =>
  `s.${column} like ${parameters.add(`%${escapeWildcards(text)}%`, 'text')}`;
const holdsLetters = (letters: string, parameters: Parameters): string =>
  `s.letters ilike ${parameters.add(`%${letters}%`, 'text')}`;
/** Without its small letters a spelling is its initials. */
const holdsInitials = (letters: string, parameters: Parameters): string =>
  `translate(s.letters, 'abcdefghijklmnopqrstuvwxyz', '') like ${parameters.add(`%${letters.toUpperCase()}%`, 'text')}`;

/**
 * Rows that hold a word in a name, in the spelling of one, or in another searchable value of a field that is among
 * `readable`. The values of other fields are never compared, so that no answer discloses them.
 */
export function holdsWord(
  object: SearchedObject,
  readable: readonly FieldDefinition[],
  { text, letters }: SearchWord,
  parameters: Parameters,
): string {
  const tests = [holds('names', text, parameters)];
  if (letters !== undefined) {
    tests.push(
      `(${holdsLetters(letters, parameters)} and s.letters ~ ${parameters.add(speltPattern(letters), 'text')})`,
    );
    tests.push(holdsInitials(letters, parameters));
  }
  const open = new Set(readable.map(({ apiName }) => apiName));
  const more = otherSearchFields(object).filter(({ apiName }) => open.has(apiName));
  if (more.length > 0) {
    // (?n): a line is a value, `^` its beginning, and `.` never leaves it.
    const pattern = `(?n)^(${more.map(({ apiName }) => apiName).join('|')})\\t.*${literalPattern(text)}`;
    tests.push(`(${holds('more', text, parameters)} and s.more ~ ${parameters.add(pattern, 'text')})`);
  }
  return `(${tests.join(' or ')})`;
}

/**
 * Rows with a name that answers a word so well, or undefined where none can: to be looked up in the index (`found`), or
 * one by one (`holds`).
 */
export function nameAnswers(
  object: SearchedObject,
  match: Match,
  word: SearchWord,
  by: 'found' | 'holds',
  parameters: Parameters,
): string | undefined {
  const { text, letters } = word;
  const ways = gramsFor(object, match, word);
  if (ways.length === 0) return undefined;
  const line = (column: string, pattern: string) => `s.${column} ~ ${parameters.add(`(?n)^${pattern}`, 'text')}`;
  const test = (): string => {
    switch (match) {
      case 'whole':
        return `${holds('names', text, parameters)} and ${line('names', `${literalPattern(text)}$`)}`;
      case 'beginning':
        return `${holds('names', text, parameters)} and ${line('names', literalPattern(text))}`;
      case 'spelt':
        return `(${holdsLetters(letters ?? '', parameters)} or ${holdsInitials(letters ?? '', parameters)})
          and ${line('letters', `(${speltPattern(letters ?? '')}|${initialsPattern(letters ?? '')})`)}`;
      case 'anywhere':
        return holdsWord(object, [], word, parameters);
    }
  };
  return by === 'found' ? `${held(ways, parameters)} and ${test()}` : test();
}
