import { pinyin } from 'pinyin-pro';
import { describe, expect, it } from 'vitest';
import { addSpelling, type Grams, gramsOfInitials, gramsSpelt } from '#server/core/search/grams.ts';
import { spelling } from '#server/core/search/letters.ts';
import { prng } from '#tests/support/prng.ts';

const SEED = 1;

function piecesOf(spelt: string): Grams {
  const grams: Grams = new Set();
  addSpelling(grams, SEED, spelt);
  return grams;
}

/** Letters from the beginning of a syllable on whose pieces a spelling does not have, so that the index would miss it. */
function missed(spelt: string): string[] {
  const pieces = piecesOf(spelt);
  const letters = spelt.toLowerCase();
  const wrong: string[] = [];
  for (const { index } of spelt.matchAll(/[A-Z0-9]/g))
    for (let end = index + 1; end <= letters.length; end += 1) {
      const word = letters.slice(index, end);
      if (gramsSpelt(SEED, word).some((piece) => !pieces.has(piece))) wrong.push(`${word} in ${spelt}`);
    }
  return wrong;
}

describe('the pieces that letters are looked up by', () => {
  it('are pieces of every syllable that any character has, between any two others', () => {
    const syllables = new Set<string>();
    for (let code = 0x3400; code < 0x323b0; code += 1) {
      const character = String.fromCodePoint(code);
      if (!/\p{Script=Han}/u.test(character)) continue;
      for (const syllable of pinyin(character, { toneType: 'none', type: 'array', v: true, multiple: true }))
        if (/^[a-z]+$/.test(syllable)) syllables.add(syllable.charAt(0).toUpperCase() + syllable.slice(1));
    }
    expect(syllables.size).toBeGreaterThan(400);
    const around = ['An', 'Er', 'Ang', 'Hm', 'N', 'M', 'S', 'H', '3', 'Zhuang', 'Lv'];
    const wrong = [...syllables].flatMap((syllable) =>
      around.flatMap((other) => [...missed(other + syllable + other), ...missed(syllable + other + syllable)]),
    );
    expect(wrong).toEqual([]);
  });

  it('are pieces of names as they are, letters and digits among them', () => {
    const random = prng(20_261_121);
    const characters = [...'重庆广东康人瑞网恩儿安昂女绿呣噷嗯ABMNGHRSCZ0 9é'];
    const names = Array.from({ length: 400 }, () =>
      Array.from({ length: random.int(1, 9) }, () => random.pick(characters)).join(''),
    );
    expect(names.flatMap((name) => missed(spelling(name)))).toEqual([]);
  });

  it('are more than one where letters can only be several syllables', () => {
    expect(gramsSpelt(SEED, 'guangdongkangren')).toHaveLength(4);
    expect(gramsSpelt(SEED, 'a')).toEqual(gramsOfInitials(SEED, 'a'));
  });
});
