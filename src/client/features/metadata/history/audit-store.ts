import { makeAutoObservable, observable, observableRef } from 'mobx';
import type { StorageStep } from '#schemas/api/storage-step.ts';
import type { AuditEntry } from '#schemas/api/metadata-editing.ts';
import { listMetadataAudit, readObjectVersion } from '#schemas/generated/api/metadata-editing.ts';
import type { ReplyOf } from '#schemas/api/route.ts';
import type { Api } from '#client/lib/api.ts';
import type { StreamEvent } from '#client/lib/events.ts';
import { Mutation } from '#client/lib/mutation.ts';
import { type Page, PagedList } from '#client/lib/paged-list.ts';

/** What the audit is narrowed to; absent parts narrow nothing. */
export interface AuditFilter {
  readonly author?: string;
  readonly kind?: AuditEntry['kind'];
  readonly name?: string;
}

/** Who changed what of the metadata, newest first. */
export class AuditStore {
  readonly pages: PagedList<AuditEntry, ReplyOf<typeof listMetadataAudit> & Page<AuditEntry>>;
  filter: AuditFilter = {};
  /** Something was saved since the list was read. */
  hasNews = false;
  /** Storage steps of entries that were opened, by `name@version`. */
  readonly steps = observable.map<string, readonly StorageStep[]>({}, { deep: false });
  readonly opening = new Mutation();
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
    this.pages = new PagedList(async (after) => {
      const query = { ...this.filter, ...(after !== undefined && { before: after }) };
      const page = await api.call(listMetadataAudit, { query });
      return { ...page, after: page.before };
    });
    makeAutoObservable(this, { filter: observableRef, steps: false }, { autoBind: true });
  }

  /** Reads the first page of another filter, or of the same again. */
  async show(filter: AuditFilter): Promise<void> {
    this.filter = filter;
    this.hasNews = false;
    this.opening.clear();
    await this.pages.load();
  }

  /** Reads the storage steps that a version of an object ran. */
  async openSteps({ kind, name, version }: AuditEntry): Promise<void> {
    const key = `${name}@${version}`;
    if (kind !== 'object' || this.steps.has(key)) return;
    const params = { objectApiName: name, version };
    await this.opening.run(
      () => this.#api.call(readObjectVersion, { params }),
      ({ storageSteps }) => this.steps.set(key, storageSteps),
    );
  }

  receive(event: StreamEvent): void {
    if (event.type === 'metadata.changed' || event.type === 'options.changed') this.hasNews = true;
  }
}
