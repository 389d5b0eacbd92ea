import { makeAutoObservable } from 'mobx';
import type { AskedConsent } from '#schemas/api/legal.ts';
import { agreeToLegal, readAskedConsents } from '#schemas/generated/api/legal.ts';
import type { Api } from '#client/lib/api.ts';
import { Loadable } from '#client/lib/loadable.ts';
import { Mutation } from '#client/lib/mutation.ts';

/** What the user has still to agree to. Where that cannot be read nothing is asked, until the next visit. */
export class ConsentStore {
  readonly agreeing = new Mutation();
  readonly #asked: Loadable<readonly AskedConsent[]>;
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
    this.#asked = new Loadable(async () => (await api.call(readAskedConsents)).list);
    makeAutoObservable(this, { agreeing: false }, { autoBind: true });
  }

  get asked(): readonly AskedConsent[] {
    return this.#asked.value ?? [];
  }

  /** Begins to ask for a user. */
  start(): void {
    void this.#asked.load();
  }

  /** The user has gone. */
  stop(): void {
    this.#asked.clear();
  }

  /** Agrees to the versions that are shown; where another holds by now, that one is shown. */
  async agree(): Promise<void> {
    const editions = this.asked.map(({ kind, number }) => ({ kind, number }));
    const isDone = await this.agreeing.run(
      () => this.#api.call(agreeToLegal, { body: { editions } }),
      ({ list }) => this.#asked.set(list),
    );
    if (!isDone) await this.#asked.refresh();
  }
}
