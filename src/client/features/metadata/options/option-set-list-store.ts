import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { SavedOptionSet } from '#schemas/api/metadata-editing.ts';
import { listOptionSets } from '#schemas/generated/api/metadata-editing.ts';
import { saveOptionSet } from '#schemas/generated/api/metadata.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure, type ApiFailure } from '#client/lib/api-failure.ts';
import type { StreamEvent } from '#client/lib/events.ts';

/** Every option set there is, for staff. */
export class OptionSetListStore {
  sets: readonly SavedOptionSet[] | undefined;
  failure: ApiFailure | undefined;
  keyword = '';
  /** Why a new set was refused. */
  refusal: string | undefined;
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
    makeAutoObservable(this, { sets: observableRef, failure: observableRef }, { autoBind: true });
  }

  /** Sets whose name or label contains the keyword. */
  get shown(): readonly SavedOptionSet[] {
    const wanted = this.keyword.trim().toLowerCase();
    return (this.sets ?? []).filter(({ name, label }) => `${name}\n${label}`.toLowerCase().includes(wanted));
  }

  search(keyword: string): void {
    this.keyword = keyword;
  }

  async load(): Promise<void> {
    try {
      const sets = await this.#api.call(listOptionSets);
      runInAction(() => {
        this.sets = sets;
        this.failure = undefined;
      });
    } catch (thrown) {
      runInAction(() => (this.failure = asFailure(thrown)));
    }
  }

  /** Makes an empty set. True when it is there. */
  async create(name: string, label: string, kind: 'list' | 'tree'): Promise<boolean> {
    try {
      await this.#api.call(saveOptionSet, { body: { baseVersion: 0, optionSet: { name, label, kind, options: [] } } });
      runInAction(() => (this.refusal = undefined));
      return true;
    } catch (thrown) {
      runInAction(() => (this.refusal = asFailure(thrown).message));
      return false;
    }
  }

  forgetRefusal(): void {
    this.refusal = undefined;
  }

  receive(event: StreamEvent): void {
    if (event.type === 'options.changed' || event.type === 'metadata.changed' || event.type === 'stream.opened')
      void this.load();
  }
}
