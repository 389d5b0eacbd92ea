import type { DeltaReply } from '#schemas/api/open.ts';
import { Failure } from '#shared/errors.ts';

/** Asks for one page: how a program reaches the interface, or the service itself. */
export type AskPage = (query: Readonly<Record<string, string | number>>) => Promise<DeltaReply>;

/** A copy of some records, kept as a program elsewhere keeps one: by the tokens alone. */
export class CopyOfRecords {
  readonly records = new Map<string, string>();
  /** Changes that were applied. */
  applied = 0;
  /** How often it had to begin again. */
  begun = 0;
  readonly #ask: AskPage;
  readonly #wanted: Readonly<Record<string, string>>;
  #token: string | undefined;
  /** While it begins again, what it had is kept until the new copy is whole. */
  #fresh: Map<string, string> | undefined;

  constructor(ask: AskPage, wanted: Readonly<Record<string, string>> = {}) {
    this.#ask = ask;
    this.#wanted = wanted;
  }

  /** Takes one page; false once there is no more for now. */
  async step(limit: number): Promise<boolean> {
    const query = this.#token === undefined ? { since: 'full', ...this.#wanted } : { token: this.#token };
    if (this.#token === undefined) {
      this.begun += 1;
      this.#fresh = new Map();
    }
    const page = await this.#ask({ ...query, limit }).catch((error: unknown) => {
      if (error instanceof Failure && error.failure === 'CHANGES_EXPIRED') return undefined;
      throw error;
    });
    if (!page) {
      this.#token = undefined;
      return true;
    }
    for (const change of page.value) {
      this.applied += 1;
      const records = this.#fresh ?? this.records;
      if (change.change === 'upsert') records.set(change.id, JSON.stringify(change.record));
      else records.delete(change.id);
    }
    this.#token = page.nextToken ?? page.deltaToken;
    if (page.deltaToken === undefined) return true;
    if (this.#fresh) {
      this.records.clear();
      for (const [id, text] of this.#fresh) this.records.set(id, text);
      this.#fresh = undefined;
    }
    return false;
  }

  /** Takes all there is for now. */
  async follow(limit = 200): Promise<void> {
    while (await this.step(limit));
  }

  /** Begins again, as one does that has lost its token. */
  forget(): void {
    this.#token = undefined;
  }
}
