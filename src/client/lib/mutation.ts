import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { asFailure, type ApiFailure } from './api-failure.ts';

/** A change that the server is asked for: one at a time, and why the last one was refused. */
export class Mutation {
  /** What is under way or was last, by the key that was given with it. */
  #key = '';
  isBusy = false;
  failure: ApiFailure | undefined;

  constructor() {
    makeAutoObservable(this, { failure: observableRef }, { autoBind: true });
  }

  /** Is the change with this key under way? */
  isBusyWith(key: string): boolean {
    return this.isBusy && this.#key === key;
  }

  /** Why the change with this key was refused, if it was the last. */
  failureOf(key: string): ApiFailure | undefined {
    const { failure } = this;
    return this.#key === key ? failure : undefined;
  }

  /**
   * Asks for the change unless one is under way. True when it was made; `receive` takes the reply in a MobX action. A
   * request that gives false was given up by the user, which is no failure.
   */
  async run<Reply>(request: () => Promise<Reply>, receive?: (reply: Reply) => void, key = ''): Promise<boolean> {
    if (this.isBusy) return false;
    this.#key = key;
    this.isBusy = true;
    this.failure = undefined;
    try {
      const reply = await request();
      if (reply === false) return false;
      if (receive) runInAction(() => receive(reply));
      return true;
    } catch (thrown) {
      runInAction(() => (this.failure = asFailure(thrown)));
      return false;
    } finally {
      runInAction(() => (this.isBusy = false));
    }
  }

  /** Forgets why the last one was refused. */
  clear(): void {
    this.failure = undefined;
  }
}
