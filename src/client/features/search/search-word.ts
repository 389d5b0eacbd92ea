/** The page of results for a word. */
export const resultPath = (word: string): string => `/search/result?wd=${encodeURIComponent(word)}`;

/** The list of an object, narrowed by a word. */
export const listPath = (route: string, word: string): string => `${route}?q=${encodeURIComponent(word)}`;

const KEY = 'jingtu.searches';
const MAX_KEPT = 8;

/** Where words are kept between visits; a browser may refuse to. */
export interface WordStorage {
  readonly getItem: (key: string) => string | null;
  readonly setItem: (key: string, value: string) => void;
}

/** The last words searched for on this device, newest first. */
export class RecentWords {
  readonly #storage: WordStorage;

  constructor(storage: WordStorage) {
    this.#storage = storage;
  }

  read(): string[] {
    try {
      const kept: unknown = JSON.parse(this.#storage.getItem(KEY) ?? '[]');
      return Array.isArray(kept) ? kept.filter((word) => typeof word === 'string').slice(0, MAX_KEPT) : [];
    } catch {
      return [];
    }
  }

  add(word: string): void {
    this.#write([word, ...this.read().filter((kept) => kept !== word)].slice(0, MAX_KEPT));
  }

  clear(): void {
    this.#write([]);
  }

  #write(words: readonly string[]): void {
    try {
      this.#storage.setItem(KEY, JSON.stringify(words));
    } catch {
      // A full or closed storage costs the convenience, not the search.
    }
  }
}
