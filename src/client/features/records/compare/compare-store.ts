import { makeAutoObservable, observableRef } from 'mobx';
import type { RecordReply } from '#schemas/api/records.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FieldValue } from '#schemas/metadata/value.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { detailSections } from '#generators/detail.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import type { Api } from '#client/lib/api.ts';
import type { ApiFailure } from '#client/lib/api-failure.ts';
import type { CatalogStore } from '#client/lib/catalog-store.ts';
import { isAboutShown, type StreamEvent } from '#client/lib/events.ts';
import { Loadable } from '#client/lib/loadable.ts';
import { recordValue } from '#client/lib/record-value.ts';
import { TrendRows, type TrendRow } from './trend-rows.ts';
import { isEmptyValue } from '#client/ui/field-types/cells/clipped.tsx';
import type { ExportSource } from '#client/features/records/exports/export-dialog.tsx';
import { readWhatIsOpen } from '#client/features/records/base/read-what-is-open.ts';

/** One value of a comparison: known, not known, or closed to this person. */
export type ComparedValue =
  | { readonly state: 'known'; readonly value: FieldValue }
  | { readonly state: 'unknown' | 'closed' };

export interface ComparedRow {
  readonly field: FieldDefinition;
  /** In the order of the records that are there. */
  readonly values: readonly ComparedValue[];
  /** All values are known and the same. */
  readonly isSame: boolean;
}

export interface ComparedSection {
  readonly id: string;
  readonly label: string;
  readonly rows: readonly ComparedRow[];
}

/** Records of one object side by side, field by field, as the detail layout of the object has them. */
export class CompareStore {
  readonly objectApiName: string;
  ids: readonly string[] = [];
  /** Rows that are the same in all records are left out. */
  isOnlyDifferent = false;
  readonly #api: Api;
  readonly #catalog: CatalogStore;
  readonly #records = new Map<string, Loadable<RecordReply>>();
  readonly #trends: TrendRows;

  constructor(api: Api, catalog: CatalogStore, objectApiName: string) {
    this.#api = api;
    this.#catalog = catalog;
    this.objectApiName = objectApiName;
    this.#trends = new TrendRows(api);
    makeAutoObservable(this, { ids: observableRef });
  }

  get definition(): ObjectDefinition | undefined {
    return this.#catalog.definition(this.objectApiName);
  }

  /** Shows these records; those that were here already are not read again. */
  show(ids: readonly string[]): void {
    void this.#catalog.load(this.objectApiName).then(
      (definition) => this.#trends.show(definition, ids),
      () => undefined,
    );
    for (const id of ids) {
      if (this.#records.has(id)) continue;
      const record = new Loadable(() => readWhatIsOpen(this.#api, { objectApiName: this.objectApiName, id }));
      this.#records.set(id, record);
      void record.load();
    }
    this.ids = ids;
  }

  onlyDifferent = (isOn: boolean): void => {
    this.isOnlyDifferent = isOn;
  };

  /** Why a record is not there; undefined while it is read, or is there. */
  failure(id: string): ApiFailure | undefined {
    return this.#records.get(id)?.failure;
  }

  retry = (id: string): void => void this.#records.get(id)?.load();

  reply(id: string): RecordReply | undefined {
    return this.#records.get(id)?.value;
  }

  /** Empty until the record was read, and where its name is closed. */
  name(id: string): string {
    const reply = this.reply(id);
    const name = reply && this.definition && recordValue(reply.record, this.definition.nameField);
    return typeof name === 'string' ? name : '';
  }

  /** Some of a record is for members only. */
  get isPart(): boolean {
    return this.ids.some((id) => this.reply(id)?.isPart === true);
  }

  /** What differs is counted over all rows, whichever are shown. */
  get counts(): { readonly all: number; readonly different: number } {
    const rows = this.#all.flatMap((section) => section.rows);
    return { all: rows.length, different: rows.filter(({ isSame }) => !isSame).length };
  }

  get sections(): readonly ComparedSection[] {
    if (!this.isOnlyDifferent) return this.#all;
    return this.#all
      .map((section) => ({ ...section, rows: section.rows.filter(({ isSame }) => !isSame) }))
      .filter(({ rows }) => rows.length > 0);
  }

  /** Takes a hint: a record that was written is read again. */
  receive(event: StreamEvent): void {
    for (const id of this.ids) if (isAboutShown(event, this.objectApiName, (about) => about === id)) this.#renew(id);
  }

  #renew(id: string): void {
    void this.#records.get(id)?.refresh();
    this.#trends.renew(id);
  }

  /** What the detail pages count over time, of the records that are there. */
  get trends(): readonly TrendRow[] {
    const { definition } = this;
    return definition ? this.#trends.rows(definition, this.#there) : [];
  }

  /** The records on screen with the fields on screen; what is closed to the user is left out of the file by the server. */
  get exported(): ExportSource | undefined {
    const { definition, objectApiName } = this;
    if (!definition) return undefined;
    const ids = this.#there;
    const rows = (sections: readonly ComparedSection[]) => [
      ...new Set(
        sections.flatMap((section) => section.rows.flatMap((row) => (isListed(row) ? row.field.apiName : []))),
      ),
    ];
    return {
      label: `${definition.label}对比`,
      query: { objectApiName },
      visible: rows(this.sections),
      every: rows(this.#all),
      count: undefined,
      selection: { isEmpty: false, isFixed: true, scope: { ids }, size: () => ids.length },
    };
  }

  get #there(): readonly string[] {
    return this.ids.filter((id) => this.reply(id));
  }

  get #all(): readonly ComparedSection[] {
    const { definition } = this;
    if (!definition) return [];
    return detailSections(definition)
      .map(({ id, label, fields }) => ({
        id,
        label,
        rows: fields
          .filter((field) => field.apiName !== definition.nameField && !isSealed(field))
          .map((field) => this.#row(field))
          .filter(({ values }) => values.some(({ state }) => state !== 'unknown')),
      }))
      .filter(({ rows }) => rows.length > 0);
  }

  #row(field: FieldDefinition): ComparedRow {
    const values = this.ids.flatMap((id) => {
      const reply = this.reply(id);
      return reply ? [valueOf(reply, field)] : [];
    });
    const texts = new Set(values.map((value) => (value.state === 'known' ? JSON.stringify(value.value) : value.state)));
    return { field, values, isSame: values.length > 1 && texts.size === 1 };
  }
}

/** Files take fields of which at least one value is open. */
const isListed = ({ values }: ComparedRow): boolean => values.some(({ state }) => state === 'known');

function valueOf({ record, locked }: RecordReply, { apiName }: FieldDefinition): ComparedValue {
  if (locked.includes(apiName)) return { state: 'closed' };
  const value = recordValue(record, apiName);
  return isEmptyValue(value) ? { state: 'unknown' } : { state: 'known', value };
}
