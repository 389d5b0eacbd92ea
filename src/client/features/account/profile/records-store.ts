import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { BINDINGS } from '#schemas/bindings.ts';
import { deleteOwnRecord, restoreOwnRecord } from '#schemas/generated/api/profile.ts';
import type { ListView, RecordRow } from '#schemas/api/records.ts';
import { listRecords } from '#schemas/generated/api/records.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure, type ApiFailure } from '#client/lib/api-failure.ts';

/** Kinds of own records, as the wire calls them, with their objects. */
export const RECORD_KINDS = [
  { kind: 'work', objectApiName: BINDINGS.work.object },
  { kind: 'education', objectApiName: BINDINGS.education.object },
  { kind: 'award', objectApiName: BINDINGS.award.object },
] as const;
export type RecordKind = (typeof RECORD_KINDS)[number]['kind'];

const PAGE_SIZE = 100;

/** A record that was deleted a moment ago. */
export interface Removed {
  readonly id: string;
  readonly name: string;
}

/** The records of one kind that a person keeps about himself. */
export class RecordsStore {
  readonly kind: RecordKind;
  readonly objectApiName: string;
  layout: ListView | undefined;
  list: readonly RecordRow[] | undefined;
  failure: ApiFailure | undefined;
  /** Why the last deletion, or taking it back, did not come about. */
  refusal: ApiFailure | undefined;
  removed: Removed | undefined;
  /** Id of the record that is being deleted. */
  removing: string | undefined;
  readonly #api: Api;

  constructor(api: Api, { kind, objectApiName }: (typeof RECORD_KINDS)[number]) {
    this.#api = api;
    this.kind = kind;
    this.objectApiName = objectApiName;
    const refs = { layout: observableRef, list: observableRef, failure: observableRef, refusal: observableRef };
    makeAutoObservable(this, { kind: false, objectApiName: false, removed: observableRef, ...refs });
  }

  /** What a record is called. */
  nameOf(row: RecordRow): string {
    return String(row[this.layout?.nameField ?? ''] ?? `#${row.id}`);
  }

  load = async (): Promise<void> => {
    this.failure = undefined;
    try {
      const { layout, list } = await this.#api.call(listRecords, {
        body: { objectApiName: this.objectApiName, pageSize: PAGE_SIZE },
      });
      runInAction(() => {
        this.layout = layout ?? this.layout;
        this.list = list;
      });
    } catch (thrown) {
      runInAction(() => (this.failure = asFailure(thrown)));
    }
  };

  remove = async (row: RecordRow): Promise<void> => {
    if (this.removing !== undefined) return;
    const { id } = row;
    const name = this.nameOf(row);
    this.removing = id;
    this.refusal = undefined;
    try {
      await this.#api.call(deleteOwnRecord, { params: { kind: this.kind }, query: { id } });
      runInAction(() => {
        this.list = this.list?.filter((other) => other.id !== id);
        this.removed = { id, name };
      });
    } catch (thrown) {
      runInAction(() => (this.refusal = asFailure(thrown)));
    } finally {
      runInAction(() => (this.removing = undefined));
    }
  };

  /** Brings back what was deleted last. */
  undo = async (): Promise<void> => {
    const { removed } = this;
    if (!removed) return;
    this.removed = undefined;
    try {
      await this.#api.call(restoreOwnRecord, { params: { kind: this.kind }, body: { id: removed.id } });
      await this.load();
    } catch (thrown) {
      runInAction(() => (this.refusal = asFailure(thrown)));
    }
  };

  /** The word about the deletion has been read. */
  acknowledge = (): void => {
    this.removed = undefined;
  };
}
