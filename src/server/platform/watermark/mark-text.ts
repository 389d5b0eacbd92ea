import { pinyin } from 'pinyin-pro';
import type { Glyphs } from './glyphs.ts';

/** Who reads a document, and on which day in Shanghai (YYYY-MM-DD). */
export interface MarkedReader {
  readonly id: string;
  readonly name: string;
  /** The phone of the account with its middle hidden, for a name that cannot be drawn; null without one. */
  readonly account: string | null;
  readonly day: string;
}

/**
 * What the mark says. A name with a character that there is no outline of is written in pinyin there, with the account
 * beside it.
 */
export function markText({ id, name, account, day }: MarkedReader, glyphs: Pick<Glyphs, 'has'>): string {
  const letters = [...name];
  const isWhole = letters.every((letter) => glyphs.has(letter));
  const spelt = isWhole ? name : [spell(letters, glyphs), account ?? ''].filter(Boolean).join(' ');
  return `仅供${spelt}（编号 ${id}）查阅 ${day}`;
}

function spell(letters: readonly string[], glyphs: Pick<Glyphs, 'has'>): string {
  const drawn = letters.map((letter) => {
    if (glyphs.has(letter)) return letter;
    const sound = pinyin(letter, { toneType: 'none' });
    return sound !== letter && [...sound].every((each) => glyphs.has(each)) ? ` ${sound} ` : '';
  });
  return drawn.join('').replaceAll(/\s+/g, ' ').trim();
}
