import { makeAutoObservable, observable } from 'mobx';
import type { Help, Guide } from '#schemas/api/help.ts';
import { judgeArticle, readHelp } from '#schemas/generated/api/help.ts';
import { type Found, searchHelp } from '#shared/help/help-search.ts';
import { asFailure, type ApiFailure } from '#client/lib/api-failure.ts';
import type { Api } from '#client/lib/api.ts';
import { Loadable } from '#client/lib/loadable.ts';

/** The help center of a reader: its articles, what is looked for in them, and what the reader said of each. */
export class HelpStore {
  readonly #api: Api;
  readonly #help: Loadable<Help>;
  readonly #judged = observable.map<string, boolean>();
  word = '';
  /** Why the last judgement was not taken. */
  refusal: ApiFailure | undefined;

  constructor(api: Api) {
    this.#api = api;
    this.#help = new Loadable(() => api.call(readHelp));
    makeAutoObservable(this, {}, { autoBind: true });
  }

  get help(): Help | undefined {
    return this.#help.value;
  }

  get failure(): ApiFailure | undefined {
    return this.#help.failure;
  }

  get found(): readonly Found<Guide>[] {
    return searchHelp(this.help?.articles ?? [], this.word);
  }

  load(): Promise<void> {
    return this.#help.load();
  }

  /** Reads the help center where it has not been read yet. */
  async loadOnce(): Promise<void> {
    if (this.#help.state === 'idle') await this.#help.load();
  }

  /** What one reader read is not for the next one. */
  forget(): void {
    this.#help.clear();
  }

  search(word: string): void {
    this.word = word;
  }

  article(slug: string): Guide | undefined {
    return this.help?.articles.find((one) => one.slug === slug);
  }

  /** The articles before and after one, in the order of the help center. */
  around(article: Guide): { readonly before: Guide | undefined; readonly after: Guide | undefined } {
    const { articles = [] } = this.help ?? {};
    const at = articles.indexOf(article);
    return { before: articles[at - 1], after: articles[at + 1] };
  }

  /** What the reader said of an article on this page; undefined where nothing. */
  judgement(id: string): boolean | undefined {
    return this.#judged.get(id);
  }

  async judge(id: string, isUseful: boolean): Promise<void> {
    this.refusal = undefined;
    try {
      await this.#api.call(judgeArticle, { params: { id }, body: { isUseful } });
      this.keep(id, isUseful);
    } catch (thrown) {
      this.refuse(asFailure(thrown));
    }
  }

  keep(id: string, isUseful: boolean): void {
    this.#judged.set(id, isUseful);
  }

  refuse(failure: ApiFailure): void {
    this.refusal = failure;
  }
}
