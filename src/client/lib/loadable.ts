import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { asFailure, type ApiFailure } from './api-failure.ts';

type LoadState = 'idle' | 'loading' | 'ready' | 'failed';

/**
 * What is fetched from the server, with the life of its request. The latest request wins: an answer to an earlier one is
 * passed over. What is there stays until the next answer, and after a failure too.
 */
export class Loadable<Value, Given extends readonly unknown[] = []> {
  /** Undefined until the first answer. */
  value: Value | undefined;
  failure: ApiFailure | undefined;
  isLoading = false;
  #controller = new AbortController();
  /** Gives what takes the answer. */
  readonly #request: (signal: AbortSignal, ...given: Given) => Promise<() => void>;

  /**
   * @param request asks the server; `signal` is aborted once the answer is no longer wanted.
   * @param receive takes the answer that won, in the same MobX action in which it becomes `value`.
   */
  constructor(
    request: (signal: AbortSignal, ...given: Given) => Promise<Value>,
    receive: (value: Value, ...given: Given) => void = () => undefined,
  ) {
    this.#request = async (signal, ...given) => {
      const value = await request(signal, ...given);
      return () => {
        this.value = value;
        this.failure = undefined;
        receive(value, ...given);
      };
    };
    makeAutoObservable(this, { value: observableRef, failure: observableRef }, { autoBind: true });
  }

  get state(): LoadState {
    if (this.failure) return 'failed';
    if (this.value !== undefined) return 'ready';
    return this.isLoading ? 'loading' : 'idle';
  }

  /** Asks the server; an earlier failure is forgotten at once. */
  load = async (...given: Given): Promise<void> => {
    this.failure = undefined;
    await this.refresh(...given);
  };

  /** Asks again behind what is shown: an earlier failure stays until the answer. */
  refresh = async (...given: Given): Promise<void> => {
    this.#controller.abort();
    const { signal } = (this.#controller = new AbortController());
    this.isLoading = true;
    const end = (take: () => void) => {
      if (signal.aborted) return;
      runInAction(() => {
        this.isLoading = false;
        take();
      });
    };
    try {
      end(await this.#request(signal, ...given));
    } catch (thrown) {
      end(() => (this.failure = asFailure(thrown)));
    }
  };

  /** Takes a value that came by another way, e.g. as the answer to a change. */
  set(value: Value | undefined): void {
    this.value = value;
  }

  /** Forgets everything; an answer that is still on its way is passed over. */
  clear(): void {
    this.stop();
    this.value = undefined;
    this.failure = undefined;
  }

  /** Gives up the request that is on its way; what is there stays. */
  stop(): void {
    this.#controller.abort();
    this.isLoading = false;
  }
}
