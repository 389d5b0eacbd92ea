import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { asFailure, type ApiFailure } from '#client/lib/api-failure.ts';

/** Deeds on the entries of a list: which are on their way, and why the last one on each did not come about. */
export class CaseStore<Entry> {
  busy: string | undefined;
  refusal: { readonly id: string; readonly failure: ApiFailure } | undefined;
  readonly #done: (entry: Entry) => void;

  /** @param done hears of each entry as it is after its deed. */
  constructor(done: (entry: Entry) => void) {
    this.#done = done;
    makeAutoObservable(this, { refusal: observableRef }, { autoBind: true });
  }

  /** Does it; true when it is done. One at a time. */
  async act(id: string, work: () => Promise<Entry>): Promise<boolean> {
    if (this.busy !== undefined) return false;
    this.busy = id;
    this.refusal = undefined;
    try {
      const entry = await work();
      runInAction(() => this.#done(entry));
      return true;
    } catch (thrown) {
      runInAction(() => (this.refusal = { id, failure: asFailure(thrown) }));
      return false;
    } finally {
      runInAction(() => (this.busy = undefined));
    }
  }

  forgetRefusal(): void {
    this.refusal = undefined;
  }
}
