import type { Change } from '#clients/typescript/client.ts';
import type { CopyStore } from '#clients/typescript/follower.ts';

/** A copy that is kept in memory, each page with its token as one step. */
export class MemoryCopy implements CopyStore {
  records = new Map<string, unknown>();
  #fresh: Map<string, unknown> | undefined;
  #token: string | undefined;
  begun = 0;
  applied = 0;
  /** Pages that are stored before the next one is lost as in a crash; all of them when absent. */
  pagesUntilCrash: number | undefined;

  token = async (): Promise<string | undefined> => this.#token;

  begin = async (): Promise<void> => {
    this.begun += 1;
    this.#fresh = new Map();
    this.#token = undefined;
  };

  store = async (changes: readonly Change[], token: string): Promise<void> => {
    if (this.pagesUntilCrash === 0) throw new Error('The copy crashed.');
    if (this.pagesUntilCrash !== undefined) this.pagesUntilCrash -= 1;
    const records = this.#fresh ?? this.records;
    for (const change of changes) {
      if (change.change === 'upsert') records.set(change.id, change.record);
      else records.delete(change.id);
    }
    this.applied += changes.length;
    this.#token = token;
  };

  whole = async (): Promise<void> => {
    if (this.#fresh) this.records = this.#fresh;
    this.#fresh = undefined;
  };
}
