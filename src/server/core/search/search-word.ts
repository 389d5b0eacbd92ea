import { fold } from '#shared/text/fold.ts';

/** A word to look for, as search compares it. */
export interface SearchWord {
  /** Folded; empty when there is nothing to look for. */
  readonly text: string;
  /** The word as pinyin or initials: letters and digits run together. Absent when it cannot be one. */
  readonly letters?: string;
}

const BETWEEN_SYLLABLES = /[\s'’·-]/g;
const IS_SPELT = /^[a-z0-9]*[a-z][a-z0-9]*$/;

export function readWord(keyword: string): SearchWord {
  const text = fold(keyword).trim();
  // On a keyboard the letter of 绿 and 女 is v.
  const letters = fold(keyword.replace(/ü/giu, 'v')).replace(BETWEEN_SYLLABLES, '');
  return IS_SPELT.test(letters) ? { text, letters } : { text };
}

const upper = (letters: string): string[] => Array.from(letters, (letter) => letter.toUpperCase());

/** A regular expression for spellings in which a syllable begins with the first letter and the others follow. */
export function speltPattern(letters: string): string {
  const [first = '', ...rest] = upper(letters);
  return first + rest.map((letter) => (/\d/.test(letter) ? letter : `[${letter}${letter.toLowerCase()}]`)).join('');
}

/** A regular expression for spellings whose syllables begin with these letters, one after the other. */
export const initialsPattern = (letters: string): string => upper(letters).join('[a-z]*');

/** A text as a regular expression that means nothing but itself. */
export const literalPattern = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '\\$&');
