/**
 * The index entries of a text: numbers, each for a short piece of it. A number is a hash, so two pieces may share one;
 * whatever the index finds is compared with the text itself afterwards. The seed keeps objects apart in the one index.
 */
export type Grams = Set<number>;

/** Kinds of pieces: the same characters mean another thing in each. */
const TEXT = 1;
const SPELLING = 2;
const INITIALS = 3;
const BEGINNING = 4;
const WHOLE = 5;

const FNV_PRIME = 16_777_619;
const FNV_BASIS = 0x811c9dc5;

/** FNV-1a over UTF-16 units. */
function hash(start: number, text: string): number {
  let value = start;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), FNV_PRIME);
  }
  return value | 0;
}

/** The number that keeps the pieces of one object apart from those of others. */
export const seedOf = (objectApiName: string): number => hash(FNV_BASIS, objectApiName);

const start = (seed: number, kind: number): number => Math.imul(seed ^ kind, FNV_PRIME);
const gram = (seed: number, kind: number, piece: string): number => hash(start(seed, kind), piece);

const LETTERS = /^[a-z0-9]{3}$/;

/** How many characters of the beginning of a name are kept, and how many letters from each syllable on. */
const BEGINNINGS = [1, 2, 3] as const;
const SPELLED = [2, 4, 6] as const;
/** Digits and capitals, where syllables begin, come before it; small letters after. */
const LAST_CAPITAL = 'Z'.charCodeAt(0);

const isLetter = (character: string | undefined): boolean =>
  character !== undefined && ((character >= 'a' && character <= 'z') || (character >= '0' && character <= '9'));

/** Every character and pair of a folded text, and every three letters: pairs of letters alone are in too many texts. */
export function addText(grams: Grams, seed: number, text: string): void {
  const characters = Array.from(text);
  const from = start(seed, TEXT);
  for (let index = 0; index < characters.length; index += 1) {
    const one = hash(from, characters[index] ?? '');
    grams.add(one);
    const next = characters[index + 1];
    if (next === undefined) break;
    const two = hash(one, next);
    grams.add(two);
    const third = characters[index + 2];
    if (isLetter(third) && isLetter(next) && isLetter(characters[index])) grams.add(hash(two, third ?? ''));
  }
}

/** The beginning of a name and the whole of it, which find the best answers first. */
export function addName(grams: Grams, seed: number, name: string): void {
  const characters = Array.from(name);
  for (const length of BEGINNINGS) {
    if (characters.length >= length) grams.add(gram(seed, BEGINNING, characters.slice(0, length).join('')));
  }
  grams.add(gram(seed, WHOLE, name));
}

/** The letters from each syllable on, and the first letters of each syllable and its one or two neighbours. */
export function addSpelling(grams: Grams, seed: number, spelling: string): void {
  const letters = spelling.toLowerCase();
  const [spelled, initials] = [start(seed, SPELLING), start(seed, INITIALS)];
  let [before, twoBefore]: (number | undefined)[] = [];
  for (let index = 0; index < spelling.length; index += 1) {
    if (spelling.charCodeAt(index) > LAST_CAPITAL) continue;
    const first = letters.charAt(index);
    if (twoBefore !== undefined) grams.add(hash(twoBefore, first));
    twoBefore = before === undefined ? undefined : hash(before, first);
    if (twoBefore !== undefined) grams.add(twoBefore);
    before = hash(initials, first);
    grams.add(before);
    for (const length of SPELLED) {
      if (index + length <= letters.length) grams.add(hash(spelled, letters.slice(index, index + length)));
    }
  }
}

/** Neighbouring initials in one piece at most. */
const MOST_INITIALS = 3;

/** More pieces than this make the index slower instead of the answer smaller. */
const MAX_ASKED = 8;

const some = <T>(values: readonly T[]): T[] => {
  const step = Math.max(1, values.length / MAX_ASKED);
  return Array.from(
    { length: Math.min(values.length, MAX_ASKED) },
    (_, index) => values[Math.floor(index * step)] as T,
  );
};

/** The pieces that every text holding `word`, folded and not empty, has. */
export function gramsHolding(seed: number, word: string): number[] {
  const characters = Array.from(word);
  if (characters.length === 1) return [gram(seed, TEXT, word)];
  const pieces = characters.slice(1).map((character, index) => {
    const two = (characters[index] ?? '') + character;
    const three = two + (characters[index + 2] ?? '');
    return LETTERS.test(three) ? three : two;
  });
  return some([...new Set(pieces)]).map((piece) => gram(seed, TEXT, piece));
}

/** The piece that every name beginning with `word` has, and the one of a name that is the word. */
export function gramOfBeginning(seed: number, word: string): number {
  return gram(seed, BEGINNING, Array.from(word).slice(0, BEGINNINGS.length).join(''));
}
export const gramOfWhole = (seed: number, word: string): number => gram(seed, WHOLE, word);

/**
 * Letters that can only be the first of a syllable, at any position. A syllable goes on with vowels, `n`, `g` and `r`;
 * with `h` behind `z`, `c` and `s`; and in a few cries with `m` behind `h`.
 */
const BEGINS = /[bpfdtlkjqxzcswy0-9]|(?<!h)m|(?<![zcs])h|(?<=[ng])[nr]/g;

/** The pieces of every spelling that holds the letters from a syllable on. */
export function gramsSpelt(seed: number, letters: string): number[] {
  const starts = new Set([0, ...Array.from(letters.matchAll(BEGINS), ({ index }) => index)]);
  const pieces = [...starts].flatMap((at) => {
    const length = SPELLED.findLast((size) => at + size <= letters.length);
    return length === undefined ? [] : [letters.slice(at, at + length)];
  });
  if (pieces.length === 0) return [gram(seed, INITIALS, letters)];
  return some([...new Set(pieces)]).map((piece) => gram(seed, SPELLING, piece));
}

/** The pieces of every spelling whose syllables begin with these letters, one after the other. */
export function gramsOfInitials(seed: number, letters: string): number[] {
  if (letters.length === 1) return [gram(seed, INITIALS, letters)];
  const size = Math.min(letters.length, MOST_INITIALS);
  const pieces = Array.from({ length: letters.length - size + 1 }, (_, index) => letters.slice(index, index + size));
  return some([...new Set(pieces)]).map((piece) => gram(seed, INITIALS, piece));
}
