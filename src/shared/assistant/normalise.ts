import { fold } from '#shared/text/fold.ts';

/** A question as it is read, with the way back to what was typed. */
export interface Normalised {
  readonly text: string;
  /** Offset in the typed question of each UTF-16 unit of `text`, and of its end. */
  readonly at: readonly number[];
  /** Ranges of `text` between quotation marks. */
  readonly quoted: readonly { readonly from: number; readonly to: number }[];
}

const OPENING: Readonly<Record<string, string>> = {
  '“': '”',
  '「': '」',
  '『': '』',
  '《': '》',
  '"': '"',
  '‘': '’',
  "'": "'",
};

/** Folds the question as the search folds names, character by character, and finds what is quoted. */
export function normalise(question: string): Normalised {
  let text = '';
  const at: number[] = [];
  const quoted: { from: number; to: number }[] = [];
  let opened: { readonly closing: string; readonly from: number } | undefined;
  let offset = 0;
  for (const character of question) {
    const folded = fold(character);
    if (opened && character === opened.closing) {
      if (text.length > opened.from) quoted.push({ from: opened.from, to: text.length });
      opened = undefined;
    } else if (!opened && OPENING[character] !== undefined) {
      opened = { closing: OPENING[character], from: text.length + folded.length };
    }
    for (let unit = 0; unit < folded.length; unit += 1) at.push(offset);
    text += folded;
    offset += character.length;
  }
  at.push(offset);
  return { text, at, quoted };
}

/** Does a character say something? Marks and blanks do not. */
export const isContent = (character: string): boolean => /[\p{L}\p{N}%]/u.test(character);
