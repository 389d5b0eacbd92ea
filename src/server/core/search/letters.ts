import { Converter } from 'opencc-js/t2cn';
import { pinyin } from 'pinyin-pro';
import { fold } from '#shared/text/fold.ts';

const toSimplified = Converter({ from: 't', to: 'cn' });
const HAS_CHINESE = /\p{Script=Han}/u;
/** Chinese parts of texts whose letters are remembered: they come again and again while a file is imported. */
const MAX_REMEMBERED = 5000;
const remembered = new Map<string, string>();

const RUNS = /\p{Script=Han}+|[^\p{Script=Han}]+/gu;

/** The syllables of Chinese characters, each with a capital; a character without a known reading is left out. */
function syllables(characters: string): string {
  const before = remembered.get(characters);
  if (before !== undefined) return before;
  const letters = pinyin(characters, { toneType: 'none', type: 'array', v: true, toneSandhi: false })
    .map((syllable) => (/^[a-z]+$/.test(syllable) ? syllable.charAt(0).toUpperCase() + syllable.slice(1) : ''))
    .join('');
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  remembered.set(characters, letters);
  return letters;
}

/** Non-Chinese text keeps its letters and digits, one token each. */
const others = (text: string): string =>
  fold(text)
    .replace(/[^a-z0-9]/g, '')
    .toUpperCase();

/**
 * How a text with Chinese characters is spelt: each syllable begins with a capital, letters and digits between them are
 * capitals too, `重庆TCL` is `ChongQingTCL`. A character of several readings is read as its word is. Empty where there is
 * nothing Chinese.
 */
export function spelling(text: string): string {
  if (!HAS_CHINESE.test(text)) return '';
  // Words decide how a character is read, and they are written as words only before each character is folded by itself.
  const words = toSimplified(text.normalize('NFKC'));
  return words.replace(RUNS, (run) => (HAS_CHINESE.test(run) ? syllables(run) : others(run)));
}
