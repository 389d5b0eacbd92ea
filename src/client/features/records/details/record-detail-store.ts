import { makeAutoObservable, observable, observableRef, runInAction } from 'mobx';
import type { RecordReply } from '#schemas/api/records.ts';
import { readRecord } from '#schemas/generated/api/records.ts';
import type { CountedFacts } from '#schemas/api/corrections.ts';
import { unpinValue } from '#schemas/generated/api/corrections.ts';
import { revealValue } from '#schemas/generated/api/staff.ts';
import type { Condition } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { detailCharts, detailRelated } from '#generators/detail.ts';
import { FAILURES } from '#shared/errors.ts';
import { encodeListState } from '#shared/lists/list-address.ts';
import { DEFAULT_LIST_STATE } from '#shared/lists/list-state.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure, type ApiFailure } from '#client/lib/api-failure.ts';
import type { CatalogStore } from '#client/lib/catalog-store.ts';
import { isAboutShown, type StreamEvent } from '#client/lib/events.ts';
import { fieldHistory, type FieldHistoryStore } from '#client/lib/field-history-store.ts';
import { Loadable } from '#client/lib/loadable.ts';
import { recordValue } from '#client/lib/record-value.ts';
import { hashAddress } from '#client/lib/router.ts';
import { ChartStore } from './chart-store.ts';
import { CorrectionStore } from '#client/features/records/sources/correction-store.ts';
import { PinStore } from '#client/features/records/sources/pin-store.ts';
import { RelatedListStore } from './related-list-store.ts';
import { valueSource, type ValueSourceStore } from '#client/features/records/sources/value-source-store.ts';

export type DetailStatus = 'loading' | 'ready' | 'failed';

/** A record as it was read, or the part of it that is open to everybody. */
type Answer = RecordReply & { readonly isPart?: true };

/** One record with the definition that says how it is laid out. */
export class RecordDetailStore {
  readonly objectApiName: string;
  readonly id: string;
  readonly #answer: Loadable<Answer>;
  related: readonly RelatedListStore[] = [];
  charts: readonly ChartStore[] = [];
  /** Sealed values that staff opened here; they are gone with the page. */
  readonly revealed = observable.map<string, string>();
  readonly #api: Api;
  readonly #catalog: CatalogStore;

  /** `read` gives the record where it was read already, or comes by another way. */
  constructor(api: Api, catalog: CatalogStore, objectApiName: string, id: string, read?: () => Promise<RecordReply>) {
    this.#api = api;
    this.#catalog = catalog;
    this.objectApiName = objectApiName;
    this.id = id;
    const readThis = read ?? (() => api.call(readRecord, { params: { objectApiName, id } }));
    this.#answer = new Loadable(async () => {
      const [definition, answer] = await Promise.all([catalog.load(objectApiName), readThis().catch(openPart)]);
      runInAction(() => this.#layOut(definition, answer));
      return answer;
    });
    makeAutoObservable(this, { related: observableRef, charts: observableRef });
  }

  get reply(): RecordReply | undefined {
    return this.#answer.value;
  }

  get failure(): ApiFailure | undefined {
    return this.#answer.failure;
  }

  get status(): DetailStatus {
    const { state } = this.#answer;
    return state === 'idle' ? 'loading' : state;
  }

  /** Only what lists show of the record came: the details are for VIP, and so is all that belongs to it. */
  get isPart(): boolean {
    return this.#answer.value?.isPart === true;
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

  /** Is the value of a field being worked out at this moment? */
  isRecounting(apiName: string): boolean {
    return this.reply?.recounting?.includes(apiName) ?? false;
  }

  /** Reads the record; what is on screen stays until the answer comes. */
  load = (): Promise<void> => this.#answer.refresh();

  /** A sealed value without its middle, where this person may open it. */
  masked(apiName: string): string | undefined {
    return this.reply?.masked?.[apiName];
  }

  /** Opens a sealed value with a reason, which the log keeps. Throws `ApiFailure`. */
  reveal = async (field: string, reason: string): Promise<void> => {
    const params = { objectApiName: this.objectApiName, id: this.id };
    const { value } = await this.#api.call(revealValue, { params, body: { field, reason } });
    runInAction(() => this.revealed.set(field, value));
  };

  /** What became of one field. */
  readonly history = (apiName: string): FieldHistoryStore =>
    fieldHistory(this.#api, this.objectApiName, this.id, apiName);

  /** Where one value comes from. */
  readonly source = (apiName: string): ValueSourceStore => valueSource(this.#api, this.objectApiName, this.id, apiName);

  /** A proposal to correct one value, beginning with the value as it is. */
  readonly correction = (field: FieldDefinition): CorrectionStore => {
    const before = this.reply && recordValue(this.reply.record, field.apiName);
    return new CorrectionStore(this.#api, this.objectApiName, this.id, field, before);
  };

  /** A decision for a stated value over what is counted, beginning with the value as it is. */
  readonly pin = (field: FieldDefinition): PinStore => {
    const value = this.reply && recordValue(this.reply.record, field.apiName);
    return new PinStore(this.#api, { objectApiName: this.objectApiName, id: this.id, field, value });
  };

  /** Lets what is counted be in effect again. Throws `ApiFailure`. */
  readonly unpin = async (field: string, reason: string): Promise<void> => {
    const params = { objectApiName: this.objectApiName, id: this.id, field };
    await this.#api.call(unpinValue, { params, body: { reason } });
    await this.load();
  };

  /** Address of the list with the records that a value is counted from; undefined where no filter finds them. */
  readonly countedHref = ({ records }: CountedFacts): string | undefined => {
    const route = records ? this.#catalog.summary(records.objectApiName)?.route : undefined;
    if (!records?.filter || route === undefined) return undefined;
    return hashAddress(route + encodeListState({ ...DEFAULT_LIST_STATE, filter: records.filter as Condition }));
  };

  /**
   * Takes a hint: a new version of the object may show fields that were not read, and what was written is read again: the
   * record, the lists of others that it was in or is in now, and the charts of them.
   */
  receive(event: StreamEvent): void {
    const { objectApiName } = this;
    const isWritten = isAboutShown(event, objectApiName, (id) => id === this.id);
    const isAbout = isWritten || (event.type === 'metadata.changed' && event.objectApiName === objectApiName);
    if (isAbout && this.reply) void this.load();
    for (const list of this.related) list.receive(event, isWritten);
    for (const chart of this.charts) chart.receive(event, isWritten);
  }

  #layOut(definition: ObjectDefinition, { isPart }: Answer): void {
    const owner = { objectApiName: this.objectApiName, id: this.id };
    const [related, charts] = isPart ? [[], []] : [detailRelated(definition), detailCharts(definition)];
    // Lists that are as they were keep what they have loaded.
    if (!isSame(related, this.related))
      this.related = related.map((layout) => new RelatedListStore(this.#api, this.#catalog, owner, layout));
    if (!isSame(charts, this.charts))
      this.charts = charts.map((layout) => new ChartStore(this.#api, this.#catalog, owner, layout));
  }
}

const isSame = (layouts: readonly object[], stores: readonly { readonly layout: object }[]): boolean =>
  JSON.stringify(layouts) === JSON.stringify(stores.map(({ layout }) => layout));

/** A refusal for want of VIP brings the part that is open to everybody along, where there is one. */
function openPart(thrown: unknown): Answer {
  const failure = asFailure(thrown);
  const part = failure.data as Partial<RecordReply> | null;
  if (failure.code !== FAILURES.VIP_REQUIRED.code || !part?.record) throw failure;
  return { record: part.record, locked: part.locked ?? [], editable: false, isPart: true };
}
