import { makeAutoObservable, observable, observableRef, runInAction } from 'mobx';
import type { StorageStep } from '#schemas/api/metadata.ts';
import type { AuditEntry } from '#schemas/api/metadata-editing.ts';
import { listMetadataAudit, readObjectVersion } from '#schemas/generated/api/metadata-editing.ts';
import type { ReplyOf } from '#schemas/api/route.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure, type ApiFailure } from '#client/lib/api-failure.ts';
import type { StreamEvent } from '#client/lib/events.ts';

/** What the audit is narrowed to; absent parts narrow nothing. */
export interface AuditFilter {
  readonly author?: string;
  readonly kind?: AuditEntry['kind'];
  readonly name?: string;
}

/** Who changed what of the metadata, newest first. */
export class AuditStore {
  list: readonly AuditEntry[] | undefined;
  authors: ReplyOf<typeof listMetadataAudit>['authors'] = [];
  filter: AuditFilter = {};
  failure: ApiFailure | undefined;
  isLoading = false;
  /** Something was saved since the list was read. */
  hasNews = false;
  /** Storage steps of entries that were opened, by `name@version`. */
  readonly steps = observable.map<string, readonly StorageStep[]>({}, { deep: false });
  #before: string | null = null;
  #turn = 0;
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
    const refs = { list: observableRef, authors: observableRef, filter: observableRef, failure: observableRef };
    makeAutoObservable(this, { ...refs, steps: false }, { autoBind: true });
  }

  get hasMore(): boolean {
    return this.list !== undefined && this.#before !== null;
  }

  /** Reads the first page of another filter, or of the same anew. */
  async show(filter: AuditFilter): Promise<void> {
    this.filter = filter;
    this.hasNews = false;
    this.#before = null;
    await this.#read([]);
  }

  async loadMore(): Promise<void> {
    if (this.isLoading || this.#before === null) return;
    await this.#read(this.list ?? []);
  }

  /** Reads the storage steps that a version of an object ran. */
  async openSteps({ kind, name, version }: AuditEntry): Promise<void> {
    const key = `${name}@${version}`;
    if (kind !== 'object' || this.steps.has(key)) return;
    try {
      const { storageSteps } = await this.#api.call(readObjectVersion, { params: { objectApiName: name, version } });
      runInAction(() => this.steps.set(key, storageSteps));
    } catch (thrown) {
      runInAction(() => (this.failure = asFailure(thrown)));
    }
  }

  receive(event: StreamEvent): void {
    if (event.type === 'metadata.changed' || event.type === 'options.changed') this.hasNews = true;
  }

  async #read(known: readonly AuditEntry[]): Promise<void> {
    this.#turn += 1;
    const turn = this.#turn;
    this.isLoading = true;
    try {
      const query = { ...this.filter, ...(this.#before !== null && { before: this.#before }) };
      const { list, before, authors } = await this.#api.call(listMetadataAudit, { query });
      runInAction(() => {
        if (turn !== this.#turn) return;
        this.#before = before;
        this.list = [...known, ...list];
        this.authors = authors;
        this.failure = undefined;
      });
    } catch (thrown) {
      runInAction(() => {
        if (turn === this.#turn) this.failure = asFailure(thrown);
      });
    } finally {
      runInAction(() => {
        if (turn === this.#turn) this.isLoading = false;
      });
    }
  }
}
