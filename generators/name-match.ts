/** Does a name hold a text, or its pinyin or initials where the text is of Latin letters? */
export type NameMatch = (name: string, text: string) => boolean;

/** How `pinyin-pro` compares a name with letters: the characters that they spell, or null. */
type SpellingMatch = (name: string, letters: string, how: { continuous: true }) => readonly number[] | null;

const LATIN = /^[a-z' ]+$/i;

/** By the text alone, where the readings of characters are not at hand. */
export const holdsText: NameMatch = (name, text) => name.toLowerCase().includes(text.toLowerCase());

/** By text, pinyin and initials. The table of readings is large, so that it is the caller's to load. */
export const byPinyin =
  (match: SpellingMatch): NameMatch =>
  (name, text) =>
    holdsText(name, text) || (LATIN.test(text) && match(name, text.replaceAll(' ', ''), { continuous: true }) !== null);
