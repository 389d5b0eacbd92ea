import { makeAutoObservable } from 'mobx';
import type { FoundMessage } from '#schemas/api/chat-search.ts';
import { MAX_WORD, searchMessages } from '#schemas/generated/api/chat-search.ts';
import type { Api } from '#client/lib/api.ts';
import type { Clock } from '#client/lib/clock.ts';
import { Loadable } from '#client/lib/loadable.ts';

/** Between the last key and the question, in milliseconds. */
const PAUSE_MS = 300;

/** What is looked for in the conversations. */
export class ChatSearchStore {
  word = '';
  readonly found: Loadable<{ readonly list: readonly FoundMessage[]; readonly hasMore: boolean }, [string]>;
  readonly #clock: Clock;
  #cancel: () => void = () => undefined;

  constructor(api: Api, clock: Clock) {
    this.#clock = clock;
    this.found = new Loadable((_, wd) => api.call(searchMessages, { query: { wd } }));
    makeAutoObservable(this, { found: false }, { autoBind: true });
  }

  get isOn(): boolean {
    return this.word.trim() !== '';
  }

  /** Is this text, e.g. a name, what is looked for? */
  fits(...texts: readonly (string | null)[]): boolean {
    const word = this.word.trim().toLowerCase();
    return texts.some((text) => text?.toLowerCase().includes(word));
  }

  type(word: string): void {
    this.word = [...word].slice(0, MAX_WORD).join('');
    this.#cancel();
    if (this.isOn) this.#cancel = this.#clock.after(PAUSE_MS, () => void this.found.load(this.word));
    else this.found.clear();
  }

  clear(): void {
    this.type('');
  }
}
