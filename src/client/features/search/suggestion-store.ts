import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Suggestion } from '#schemas/api/search.ts';
import { MAX_SEARCH_WORD, suggestWords } from '#schemas/generated/api/search.ts';
import type { Api } from '#client/lib/api.ts';
import type { RecentWords } from './search-word.ts';

const SHOWN = 10;

/** One line below the box: a record that the word may mean, or a word searched for before. */
export type SearchLine =
  | { readonly kind: 'record'; readonly suggestion: Suggestion }
  | { readonly kind: 'word'; readonly word: string };

/** What the search box offers while a word is typed. Answers that come too late are let go. */
export class SuggestionStore {
  word = '';
  isOpen = false;
  /** Place of the chosen line; -1 while the word itself is chosen. */
  chosen = -1;
  suggestions: readonly Suggestion[] = [];
  recent: readonly string[] = [];
  readonly #api: Api;
  readonly #words: RecentWords;
  #running: AbortController | undefined;

  constructor(api: Api, words: RecentWords) {
    this.#api = api;
    this.#words = words;
    makeAutoObservable(this, { suggestions: observableRef, recent: observableRef });
  }

  get lines(): readonly SearchLine[] {
    if (this.word.trim() === '') return this.recent.map((word) => ({ kind: 'word', word }));
    return this.suggestions.map((suggestion) => ({ kind: 'record', suggestion }));
  }

  /** The box shows a word that was searched for elsewhere. */
  show = (word: string): void => {
    this.word = word;
    this.close();
  };

  open = (): void => {
    this.recent = this.#words.read();
    this.isOpen = true;
    this.chosen = -1;
  };

  close = (): void => {
    this.isOpen = false;
    this.chosen = -1;
    this.#running?.abort();
  };

  /** Takes what is in the box; nothing is asked for a word that is still being composed. */
  type = (text: string, isComposing: boolean): void => {
    this.word = text.slice(0, MAX_SEARCH_WORD);
    this.isOpen = true;
    this.chosen = -1;
    if (!isComposing) void this.#suggest();
  };

  /** Moves the choice by lines, over the word itself and around. */
  move = (by: number): void => {
    const places = this.lines.length + 1;
    this.isOpen = true;
    this.chosen = ((this.chosen + 1 + by + places) % places) - 1;
  };

  /** Remembers a word as searched for. */
  searched = (word: string): void => {
    this.#words.add(word);
    this.close();
  };

  forget = (): void => {
    this.#words.clear();
    this.recent = [];
  };

  async #suggest(): Promise<void> {
    this.#running?.abort();
    const wd = this.word.trim();
    if (wd === '') {
      this.suggestions = [];
      return;
    }
    const running = new AbortController();
    this.#running = running;
    try {
      const found = await this.#api.call(suggestWords, { query: { wd, limit: SHOWN }, signal: running.signal });
      if (this.#running === running) runInAction(() => (this.suggestions = found));
    } catch {
      // Suggestions are a convenience: without them the word can still be searched for.
    }
  }
}
