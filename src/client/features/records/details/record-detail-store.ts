import { makeAutoObservable, observable, runInAction } from 'mobx';
import type { RecordReply } from '#schemas/api/records.ts';
import type { Viewpoint } from '#schemas/api/viewpoint.ts';
import type { CountedFacts } from '#schemas/api/corrections.ts';
import { unpinValue } from '#schemas/generated/api/corrections.ts';
import { revealValue } from '#schemas/generated/api/staff.ts';
import type { Condition } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { encodeListState } from '#shared/lists/list-address.ts';
import { DEFAULT_LIST_STATE } from '#shared/lists/list-state.ts';
import type { Api } from '#client/lib/api.ts';
import type { ApiFailure } from '#client/lib/api-failure.ts';
import type { CatalogStore } from '#client/lib/catalog-store.ts';
import { isAboutShown, type StreamEvent } from '#client/lib/events.ts';
import { fieldHistory, type FieldHistoryStore } from '#client/lib/field-history-store.ts';
import { Loadable } from '#client/lib/loadable.ts';
import { recordValue } from '#client/lib/record-value.ts';
import { isEmptyValue } from '#client/ui/field-types/cells/clipped.tsx';
import { hashAddress } from '#client/lib/router.ts';
import { PageBlocks } from '#client/features/records/blocks/page-blocks.ts';
import { openPart, readWhatIsOpen } from '#client/features/records/base/read-what-is-open.ts';
import { CorrectionStore } from '#client/features/records/sources/correction-store.ts';
import { PinStore } from '#client/features/records/sources/pin-store.ts';
import { valueSource, type ValueSourceStore } from '#client/features/records/sources/value-source-store.ts';

export type DetailStatus = 'loading' | 'ready' | 'failed';

/** One record with the definition that says how it is laid out. */
export class RecordDetailStore {
  readonly objectApiName: string;
  readonly id: string;
  /** As whom the page is looked at, where that is another than the user. */
  readonly as: Viewpoint | undefined;
  readonly #answer: Loadable<RecordReply>;
  /** What belongs to the record, tab by tab. */
  readonly blocks: PageBlocks;
  /** Fields, lists and charts without anything in them are shown as well. */
  isWhole = false;
  /** All tabs are laid out, one after another, for paper. */
  isPrinting = false;
  /** Sealed values that staff opened here; they are gone with the page. */
  readonly revealed = observable.map<string, string>();
  readonly #api: Api;
  readonly #catalog: CatalogStore;
  /** Hints that the blocks get when the record has been read again. */
  readonly #owed: [event: StreamEvent, isWritten: boolean][] = [];

  /** `read` gives the record where it was read already, or comes by another way; `as` is for the pages of the own company. */
  constructor(
    api: Api,
    catalog: CatalogStore,
    objectApiName: string,
    id: string,
    { read, as }: { readonly read?: () => Promise<RecordReply>; readonly as?: Viewpoint | undefined } = {},
  ) {
    this.#api = api;
    this.#catalog = catalog;
    this.objectApiName = objectApiName;
    this.id = id;
    this.as = as;
    const seen = as === undefined ? {} : { as };
    this.blocks = new PageBlocks(api, catalog, { objectApiName, id, ...seen });
    this.#answer = new Loadable(async () => {
      const whole = read ? read().catch(openPart) : readWhatIsOpen(api, { objectApiName, id, ...seen });
      const [definition, answer] = await Promise.all([catalog.load(objectApiName), whole]);
      this.blocks.layOut(definition, answer.isPart === true);
      return answer;
    });
    makeAutoObservable(this, { blocks: false });
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

  /** Brings everything that paper will show and lays it out. */
  print = async (): Promise<void> => {
    await this.blocks.loadAll();
    runInAction(() => (this.isPrinting = true));
  };

  endPrint = (): void => {
    this.isPrinting = false;
  };

  /** Shows what is empty as well, or hides it again. */
  showWhole = (isWhole: boolean): void => {
    this.isWhole = isWhole;
  };

  isLocked(apiName: string): boolean {
    return this.reply?.locked.includes(apiName) ?? false;
  }

  /** Would this person read a locked field with SVIP? */
  isForMembers(apiName: string): boolean {
    return this.reply?.forMembers?.includes(apiName) ?? false;
  }

  /** Is something known of a field that this person may read? */
  isKnown(apiName: string): boolean {
    const { record } = this.reply ?? {};
    return record !== undefined && !this.isLocked(apiName) && !isEmptyValue(recordValue(record, apiName));
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
   * record, then the lists of others that it was in or is in now, and the charts of them.
   */
  receive(event: StreamEvent): void {
    const { objectApiName } = this;
    const isWritten = isAboutShown(event, objectApiName, (id) => id === this.id);
    const isAbout = isWritten || (event.type === 'metadata.changed' && event.objectApiName === objectApiName);
    if (isAbout && this.reply) void this.#readAgain(event, isWritten);
    else if (this.#answer.isLoading) this.#owed.push([event, isWritten]);
    else this.blocks.receive(event, isWritten);
  }

  /** A record that is gone says so once: its blocks, each of which would say it too, are asked only while it is there. */
  async #readAgain(event: StreamEvent, isWritten: boolean): Promise<void> {
    this.#owed.push([event, isWritten]);
    await this.load();
    if (this.#answer.isLoading) return;
    const owed = this.#owed.splice(0);
    if (this.status !== 'ready') return;
    // A hint about the record itself has every block asked for: the others would ask twice.
    const own = owed.find(([, isOwn]) => isOwn);
    for (const hint of own ? [own] : owed) this.blocks.receive(...hint);
  }
}
