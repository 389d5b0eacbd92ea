import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { readRecord, type RecordReply } from '#schemas/api/records.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { detailRelated } from '#generators/detail.ts';
import { FAILURES } from '#shared/errors.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure, type ApiFailure } from '#client/lib/api-failure.ts';
import type { CatalogStore } from '#client/lib/catalog-store.ts';
import type { StreamEvent } from '#client/lib/events.ts';
import { FieldHistoryStore } from '#client/lib/field-history-store.ts';
import { recordValue } from '#client/lib/record-value.ts';
import { RelatedListStore } from './related-list-store.ts';

export type DetailStatus = 'loading' | 'ready' | 'failed';

/** One record with the definition that says how it is laid out. */
export class RecordDetailStore {
  readonly objectApiName: string;
  readonly id: string;
  status: DetailStatus = 'loading';
  reply: RecordReply | undefined;
  failure: ApiFailure | undefined;
  related: readonly RelatedListStore[] = [];
  readonly #api: Api;
  readonly #catalog: CatalogStore;

  constructor(api: Api, catalog: CatalogStore, objectApiName: string, id: string) {
    this.#api = api;
    this.#catalog = catalog;
    this.objectApiName = objectApiName;
    this.id = id;
    makeAutoObservable(this, { reply: observableRef, related: observableRef });
  }

  get definition(): ObjectDefinition | undefined {
    return this.#catalog.definition(this.objectApiName);
  }

  /** Text of the name field; empty until read or when it is locked. */
  get name(): string {
    const name = this.definition && this.reply && recordValue(this.reply.record, this.definition.nameField);
    return typeof name === 'string' ? name : '';
  }

  isLocked(apiName: string): boolean {
    return this.reply?.locked.includes(apiName) ?? false;
  }

  /** Reads the record; what is on screen stays until the answer comes. */
  load = async (): Promise<void> => {
    const params = { objectApiName: this.objectApiName, id: this.id };
    try {
      const [definition, reply] = await Promise.all([
        this.#catalog.load(this.objectApiName),
        this.#api.call(readRecord, { params }).catch(openPart),
      ]);
      runInAction(() => this.#receive(definition, reply));
    } catch (thrown) {
      runInAction(() => {
        this.failure = asFailure(thrown);
        this.status = 'failed';
      });
    }
  };

  /** What became of one field. */
  readonly history = (apiName: string): FieldHistoryStore =>
    new FieldHistoryStore(this.#api, this.objectApiName, this.id, apiName);

  /** Takes a hint: a new version of the object may show fields that were not read. */
  receive(event: StreamEvent): void {
    if (event.type === 'metadata.changed' && event.objectApiName === this.objectApiName && this.status === 'ready') {
      void this.load();
    }
  }

  #receive(definition: ObjectDefinition, reply: RecordReply): void {
    this.reply = reply;
    this.failure = undefined;
    this.status = 'ready';
    const layout = detailRelated(definition);
    if (layout.map((related) => related.label).join() === this.related.map((related) => related.layout.label).join())
      return;
    this.related = layout.map((related) => new RelatedListStore(this.#api, this.objectApiName, this.id, related));
  }
}

/** A refusal for want of VIP brings the part that is open to everybody along, where there is one. */
function openPart(thrown: unknown): RecordReply {
  const failure = asFailure(thrown);
  const part = failure.data as Partial<RecordReply> | null;
  if (failure.code !== FAILURES.VIP_REQUIRED.code || !part?.record) throw failure;
  return { record: part.record, locked: part.locked ?? [], editable: false };
}
