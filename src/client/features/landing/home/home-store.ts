import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { ListReply, RecordRow } from '#schemas/api/records.ts';
import { listRecords } from '#schemas/generated/api/records.ts';
import { isBackdated, eventField } from '#generators/backdated.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure, type ApiFailure } from '#client/lib/api-failure.ts';
import type { CatalogStore } from '#client/lib/catalog-store.ts';
import { recordValue } from '#client/lib/record-value.ts';

const SHOWN_ROWS = 8;
const FIRST_SEEN = 'createdAt';

/** The first rows of one list, in the order its layout gives. */
export class LatestStore {
  readonly objectApiName: string;
  reply: ListReply | undefined;
  /** The field that tells when the event of a record happened, where the object has one. */
  eventField: string | undefined;
  failure: ApiFailure | undefined;
  readonly #api: Api;
  readonly #catalog: CatalogStore;

  constructor(api: Api, catalog: CatalogStore, objectApiName: string) {
    this.#api = api;
    this.#catalog = catalog;
    this.objectApiName = objectApiName;
    makeAutoObservable(this, { reply: observableRef });
  }

  /** When a record came in long after its event, when that was: an old event is never shown as new. */
  lateArrival(row: RecordRow): string | undefined {
    const firstSeen = recordValue(row, FIRST_SEEN);
    if (this.eventField === undefined || !isBackdated(recordValue(row, this.eventField), firstSeen)) return undefined;
    return String(firstSeen);
  }

  load = async (): Promise<void> => {
    this.failure = undefined;
    try {
      const definition = await this.#catalog.load(this.objectApiName);
      const fields = [...new Set([definition.nameField, ...definition.layouts.list.columns, FIRST_SEEN])];
      const reply = await this.#api.call(listRecords, {
        body: { objectApiName: this.objectApiName, fields, pageSize: SHOWN_ROWS },
      });
      runInAction(() => {
        this.eventField = eventField(definition)?.apiName;
        this.reply = reply;
      });
    } catch (thrown) {
      runInAction(() => (this.failure = asFailure(thrown)));
    }
  };
}
