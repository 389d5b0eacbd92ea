import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { BINDINGS } from '#schemas/bindings.ts';
import { deleteOwnRecord, restoreOwnRecord } from '#schemas/generated/api/profile.ts';
import type { ListView } from '#schemas/api/list-view.ts';
import type { RecordRow } from '#schemas/api/records.ts';
import { listRecords } from '#schemas/generated/api/records.ts';
import type { Api } from '#client/lib/api.ts';
import { Loadable } from '#client/lib/loadable.ts';
import { Mutation } from '#client/lib/mutation.ts';

/** Kinds of own records, as the wire calls them, with their objects. */
export const RECORD_KINDS = [
  { kind: 'work', objectApiName: BINDINGS.work.object },
  { kind: 'education', objectApiName: BINDINGS.education.object },
  { kind: 'award', objectApiName: BINDINGS.award.object },
] as const;
/** What an investor looks for. */
export const MANDATE_KIND = { kind: 'mandate', objectApiName: BINDINGS.mandate.object } as const;
type Kind = (typeof RECORD_KINDS)[number] | typeof MANDATE_KIND;
export type RecordKind = Kind['kind'];

const PAGE_SIZE = 100;

/** A record that was deleted a moment ago. */
export interface Removed {
  readonly id: string;
  readonly name: string;
}

/** The records of one kind of a user's own profile. */
export class RecordsStore {
  readonly kind: RecordKind;
  readonly objectApiName: string;
  layout: ListView | undefined;
  readonly rows: Loadable<readonly RecordRow[]>;
  /** Deletions and what takes them back; the key is the id of the record. */
  readonly change = new Mutation();
  removed: Removed | undefined;
  readonly #api: Api;

  constructor(api: Api, { kind, objectApiName }: Kind) {
    this.#api = api;
    this.kind = kind;
    this.objectApiName = objectApiName;
    this.rows = new Loadable(async () => {
      const { layout, list } = await api.call(listRecords, { body: { objectApiName, pageSize: PAGE_SIZE } });
      runInAction(() => (this.layout = layout ?? this.layout));
      return list;
    });
    const refs = { layout: observableRef, removed: observableRef };
    makeAutoObservable(this, { kind: false, objectApiName: false, rows: false, change: false, ...refs });
  }

  /** What a record is called. */
  nameOf(row: RecordRow): string {
    return String(row[this.layout?.nameField ?? ''] ?? `#${row.id}`);
  }

  load = (): Promise<void> => this.rows.load();

  remove = async (row: RecordRow): Promise<void> => {
    const { id } = row;
    const name = this.nameOf(row);
    await this.change.run(
      () => this.#api.call(deleteOwnRecord, { params: { kind: this.kind }, query: { id } }),
      () => {
        this.rows.set(this.rows.value?.filter((other) => other.id !== id));
        this.removed = { id, name };
      },
      id,
    );
  };

  /** Brings back what was deleted last. */
  undo = async (): Promise<void> => {
    const { removed } = this;
    if (!removed) return;
    this.removed = undefined;
    await this.change.run(async () => {
      await this.#api.call(restoreOwnRecord, { params: { kind: this.kind }, body: { id: removed.id } });
      await this.load();
    });
  };

  /** The word about the deletion has been read. */
  acknowledge = (): void => {
    this.removed = undefined;
  };
}
