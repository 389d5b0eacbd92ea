import { makeAutoObservable, observableShallow, runInAction } from 'mobx';
import type { Correction, CorrectionState } from '#schemas/api/corrections.ts';
import {
  correctionQueue,
  decideCorrection,
  myCorrections,
  withdrawCorrection,
} from '#schemas/generated/api/corrections.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure, type ApiFailure } from '#client/lib/api-failure.ts';
import type { CatalogStore } from '#client/lib/catalog-store.ts';
import { PagedList } from '#client/lib/paged-list.ts';

/** Whose proposals: one's own, or those that staff decide. */
export type CorrectionView = 'mine' | 'queue';

interface Decision {
  readonly decision: 'accept' | 'refuse';
  readonly note?: string;
  readonly evenIfChanged?: boolean;
}

/** Proposals in one state, page by page. */
export class CorrectionListStore {
  readonly view: CorrectionView;
  state: CorrectionState | undefined;
  readonly pages: PagedList<Correction>;
  /** Proposals on their way to the server. */
  readonly busy = new Set<string>();
  /** Why the last decision on a proposal did not come about, by its id. */
  readonly refusals = new Map<string, ApiFailure>();
  readonly #api: Api;
  readonly #catalog: CatalogStore;

  constructor(api: Api, catalog: CatalogStore, view: CorrectionView) {
    this.#api = api;
    this.#catalog = catalog;
    this.view = view;
    this.pages = new PagedList((after) => this.#ask(after));
    this.state = view === 'queue' ? 'pending' : undefined;
    makeAutoObservable(this, { pages: false, busy: observableShallow, refusals: observableShallow });
  }

  /** The field that a proposal is about; undefined until its object is loaded, or when it is gone. */
  field({ objectApiName, field }: Correction): FieldDefinition | undefined {
    return this.#catalog.definition(objectApiName)?.fields.find((candidate) => candidate.apiName === field);
  }

  objectLabel({ objectApiName }: Correction): string {
    return this.#catalog.definition(objectApiName)?.label ?? objectApiName;
  }

  show = (state: CorrectionState | undefined): void => {
    this.state = state;
    this.pages.clear();
    void this.load();
  };

  load = async (): Promise<void> => {
    await this.pages.load();
    if (!this.pages.failure) runInAction(() => this.refusals.clear());
  };

  decide = async (id: string, body: Decision): Promise<void> => {
    await this.#act(id, () => this.#api.call(decideCorrection, { params: { id }, body }));
  };

  withdraw = async (id: string): Promise<void> => {
    await this.#act(id, () => this.#api.call(withdrawCorrection, { params: { id } }));
  };

  async #act(id: string, work: () => Promise<Correction>): Promise<void> {
    if (this.busy.has(id)) return;
    this.busy.add(id);
    this.refusals.delete(id);
    try {
      const settled = await work();
      // It keeps its place, in its new state: what was just decided can still be read.
      this.pages.put((entry) => entry.id === id, settled);
    } catch (thrown) {
      runInAction(() => this.refusals.set(id, asFailure(thrown)));
    } finally {
      runInAction(() => this.busy.delete(id));
    }
  }

  async #ask(after: string | undefined) {
    const query = { ...(this.state && { state: this.state }), ...(after !== undefined && { after }) };
    const page = await this.#api.call(this.view === 'queue' ? correctionQueue : myCorrections, { query });
    const objects = new Set(page.list.map(({ objectApiName }) => objectApiName));
    await Promise.all([...objects].map((name) => this.#catalog.load(name).catch(() => undefined)));
    return page;
  }
}
