import { makeAutoObservable } from 'mobx';
import { readVisitSetting, saveVisitSetting } from '#schemas/generated/api/visits.ts';
import type { VisitMode } from '#schemas/api/visits.ts';
import type { Api } from '#client/lib/api.ts';
import type { ApiFailure } from '#client/lib/api-failure.ts';
import { Loadable } from '#client/lib/loadable.ts';
import { Mutation } from '#client/lib/mutation.ts';

/** What others learn of the user's visits. */
export class VisitModeStore {
  readonly #current: Loadable<VisitMode>;
  readonly #saving = new Mutation();
  isSaved = false;
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
    this.#current = new Loadable(async () => (await api.call(readVisitSetting)).mode);
    makeAutoObservable(this);
  }

  get mode(): VisitMode | undefined {
    return this.#current.value;
  }

  get failure(): ApiFailure | undefined {
    return this.#current.failure ?? this.#saving.failure;
  }

  load = (): Promise<void> => this.#current.load();

  save = async (mode: VisitMode): Promise<void> => {
    this.isSaved = false;
    await this.#saving.run(
      () => this.#api.call(saveVisitSetting, { body: { mode } }),
      (saved) => {
        this.#current.set(saved.mode);
        this.isSaved = true;
      },
    );
  };
}
