import { Converter } from 'opencc-js/t2cn';

const toSimplified = Converter({ from: 't', to: 'cn' });
const known = new Map<string, string>();

/** NFKD takes widths and ligatures apart and letters from their marks, which are then dropped: é is e, Ａ is a, ㈱ is (株). */
function foldCharacter(character: string): string {
  const plain = character
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .replace(/\p{M}/gu, '');
  return Array.from(plain, (part) => (/[\s\p{Cc}]/u.test(part) ? ' ' : toSimplified(part))).join('');
}

/**
 * A text as search compares it: traditional characters simplified, widths, case and accents folded, every blank a space,
 * invisible characters gone. Each character is folded by itself, never by its neighbours, so that a part of a text folds
 * to a part of what the whole folds to: that is what lets any part be found.
 */
export function fold(text: string): string {
  let folded = '';
  for (const character of text) {
    let one = known.get(character);
    if (one === undefined) known.set(character, (one = foldCharacter(character)));
    folded += one;
  }
  return folded;
}

/** A text in simplified characters of common width, with the case of its letters and its accents as they are. */
export const simplified = (text: string): string =>
  Array.from(text.normalize('NFKC'), (one) => (/\p{Script=Han}/u.test(one) ? toSimplified(one) : one)).join('');
