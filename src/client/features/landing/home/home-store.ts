import { makeAutoObservable, runInAction } from 'mobx';
import type { ListReply, RecordRow } from '#schemas/api/records.ts';
import { listRecords } from '#schemas/generated/api/records.ts';
import { isBackdated, eventField } from '#generators/backdated.ts';
import type { Api } from '#client/lib/api.ts';
import type { CatalogStore } from '#client/lib/catalog-store.ts';
import { Loadable } from '#client/lib/loadable.ts';
import { recordValue } from '#client/lib/record-value.ts';

const SHOWN_ROWS = 8;
const FIRST_SEEN = 'createdAt';

/** The first rows of one list, in the order its layout gives. */
export class LatestStore {
  readonly objectApiName: string;
  readonly latest: Loadable<ListReply>;
  /** The field that says when the event of a record happened, where the object has one. */
  eventField: string | undefined;

  constructor(api: Api, catalog: CatalogStore, objectApiName: string) {
    this.objectApiName = objectApiName;
    this.latest = new Loadable(async () => {
      const definition = await catalog.load(objectApiName);
      const fields = [...new Set([definition.nameField, ...definition.layouts.list.columns, FIRST_SEEN])];
      const reply = await api.call(listRecords, { body: { objectApiName, fields, pageSize: SHOWN_ROWS } });
      runInAction(() => (this.eventField = eventField(definition)?.apiName));
      return reply;
    });
    makeAutoObservable(this, { latest: false });
  }

  /** When a record came in long after its event, when that was: an old event is never shown as new. */
  lateArrival(row: RecordRow): string | undefined {
    const firstSeen = recordValue(row, FIRST_SEEN);
    if (this.eventField === undefined || !isBackdated(recordValue(row, this.eventField), firstSeen)) return undefined;
    return String(firstSeen);
  }
}
