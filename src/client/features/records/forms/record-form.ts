import { makeAutoObservable, observableRef, reaction, runInAction } from 'mobx';
import type { RecordReply, RecordRow } from '#schemas/api/records.ts';
import { readRecord } from '#schemas/generated/api/records.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { RecordValues } from '#schemas/metadata/value.ts';
import { FAILURES, type Problem } from '#shared/errors.ts';
import type { RateTable } from '#shared/money/rates.ts';
import type { RuleContext } from '#shared/validation/record-check.ts';
import type { Api } from '#client/lib/api.ts';
import type { Clock } from '#client/lib/clock.ts';
import { ApiFailure, asFailure } from '#client/lib/api-failure.ts';
import { Loadable } from '#client/lib/loadable.ts';
import { FormStore } from '#client/ui/schema-form/form-store.ts';
import type { AccountDraft } from './account-draft.ts';
import { ClashStore, clashesOf } from './clashes.ts';
import { DuplicateHints } from './duplicate-hints.ts';
import { DraftKeeper } from './draft-keeper.ts';
import { draftInBrowser, type RecordDrafts } from './record-drafts.ts';
import { type RecordTarget, RecordWriter } from './record-writer.ts';
import { TakenValues } from './taken-values.ts';

/** The definitions of objects, kept current by pushed hints. */
export interface Definitions {
  /** Observable. */
  readonly definition: (apiName: string) => ObjectDefinition | undefined;
  /** Throws `ApiFailure`. */
  readonly load: (apiName: string) => Promise<ObjectDefinition>;
}

export interface RecordFormDeps {
  readonly api: Api;
  readonly definitions: Definitions;
  readonly drafts: RecordDrafts;
  readonly user: RuleContext['user'];
  /** The day in Asia/Shanghai, YYYY-MM-DD. */
  readonly today: string;
  /** Rates that amounts are converted at. */
  readonly rates: RateTable;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Calls back later, as a clock does. */
  readonly after: Clock['after'];
  /** A text that no other form ever uses. */
  readonly newKey: () => string;
}

/** When the record of a reply was last written. */
function writtenAt(reply: RecordReply | undefined): string | undefined {
  const at = reply?.record['updatedAt'];
  return typeof at === 'string' ? at : undefined;
}

/** Fields that are not this person's to change, where some alone are. */
const heldBack = ({ fields }: ObjectDefinition, { writable }: RecordReply): string[] =>
  writable === undefined ? [] : fields.map(({ apiName }) => apiName).filter((name) => !writable.includes(name));

/** One record being created or edited: loads it, keeps its draft, saves it once, and meets changes of others. */
export class RecordForm {
  readonly objectApiName: string;
  /** Undefined for a new record. */
  readonly id: string | undefined;
  form: FormStore | undefined;
  drafts: DraftKeeper | undefined;
  duplicates: DuplicateHints | undefined;
  takenValues: TakenValues | undefined;
  /** Why the last save failed, for the form as a whole. */
  refusal: string | undefined;
  clash: ClashStore | undefined;
  /** What the last save said of values that other records have. */
  taken: readonly Problem[] = [];
  saving = false;
  /** The object changed while the form was open, and the form followed. */
  followed = false;
  version = 0;
  /** Fields whose change waits for staff, and those of them that the last save changed. */
  reviewed: readonly string[] = [];
  waiting: readonly string[] = [];
  /** When the record on the server was last written, ISO 8601; undefined for a new one. */
  savedAt: string | undefined;
  readonly #deps: RecordFormDeps;
  readonly #write: NonNullable<RecordTarget['write']>;
  readonly #target: RecordTarget | undefined;
  readonly #opened: Loadable<readonly [ObjectDefinition, RecordReply | undefined]>;
  #stop: (() => void) | undefined;

  constructor(deps: RecordFormDeps, objectApiName: string, id: string | undefined, target?: RecordTarget) {
    this.#deps = deps;
    this.objectApiName = objectApiName;
    this.id = id;
    this.#target = target;
    const writer = new RecordWriter(deps.api, objectApiName, id, deps.newKey());
    this.#write = target?.write ?? ((writing) => writer.write(writing));
    this.#opened = new Loadable(
      () => this.#read(),
      ([definition, reply]) => this.#begin(definition, reply),
    );
    const lists = { reviewed: observableRef, waiting: observableRef, taken: observableRef, takenValues: observableRef };
    const refs = { form: observableRef, drafts: observableRef, duplicates: observableRef, clash: observableRef };
    makeAutoObservable(this, { objectApiName: false, id: false, ...lists, ...refs }, { autoBind: true });
  }

  /** Can what became of each field be looked up? Records with a way of their own have none to look at here. */
  get hasHistory(): boolean {
    return this.id !== undefined && !this.#target;
  }

  /** The record that this one was merged into, where it was. */
  get mergedInto(): string | undefined {
    return this.#opened.value?.[1]?.mergedInto;
  }

  /** What such fields are called, in the order of the form's object. */
  labelsOf(names: readonly string[]): string[] {
    const fields = this.form?.shape.definition.fields ?? [];
    return fields.filter(({ apiName }) => names.includes(apiName)).map(({ label }) => label);
  }

  /** The records that have values which are not changed yet. */
  get holders(): readonly NonNullable<Problem['record']>[] {
    const said = [...this.taken, ...(this.takenValues?.found.values() ?? [])];
    const taken = said.filter(({ field }) => this.form?.refusals.has(field)).flatMap(({ record }) => record ?? []);
    return [...new Map(taken.map((record) => [record.id, record])).values()];
  }

  /** Why the form could not be opened. */
  get failure(): ApiFailure | undefined {
    return this.#opened.failure;
  }

  /** Reads the object and the record and brings back the draft. */
  open(): Promise<void> {
    return this.#opened.load();
  }

  /** Ends the form; its draft is kept. */
  close(): void {
    this.#opened.stop();
    this.drafts?.stop();
    this.duplicates?.stop();
    this.takenValues?.stop();
    this.#stop?.();
    this.#stop = undefined;
  }

  /** Saves once however often it is asked. Returns undefined when a problem prevents it, which the form then says. */
  async save(): Promise<RecordRow | undefined> {
    const { form } = this;
    if (!form || this.saving) return undefined;
    this.refusal = undefined;
    if (form.judge().length > 0) return undefined;
    this.saving = true;
    try {
      const reply = await this.#write({ shape: form.shape, values: form.payload(), version: this.version });
      return runInAction(() => this.#kept(reply));
    } catch (thrown) {
      await this.#refused(asFailure(thrown));
      return undefined;
    } finally {
      runInAction(() => (this.saving = false));
    }
  }

  /** The draft that the server keeps of this form, if it does. */
  get accountDraft(): AccountDraft | undefined {
    return this.#target?.draft;
  }

  /** Goes on with the draft as it was kept elsewhere meanwhile. */
  async takeKept(): Promise<void> {
    const { accountDraft: draft, form } = this;
    if (!draft || !form) return;
    await draft.reload();
    runInAction(() => {
      if (draft.opened.failure) return;
      form.revert();
      form.rebase({ ...form.saved, ...draft.defaults });
      for (const [field, value] of Object.entries(draft.values ?? {}))
        if (form.shape.fields.has(field)) form.set(field, value);
    });
  }

  /** Answers the clash as chosen; the person goes on filling. */
  settleClash(): void {
    this.clash?.settle();
    this.clash = undefined;
  }

  /** The notice about the changed object has been read. */
  acknowledgeFollowed(): void {
    this.followed = false;
  }

  async #read(): Promise<readonly [ObjectDefinition, RecordReply | undefined]> {
    const { api, definitions } = this.#deps;
    const { objectApiName, id } = this;
    const read = () => this.#target?.read?.() ?? api.call(readRecord, { params: { objectApiName, id: id ?? '' } });
    const [definition, reply] = await Promise.all([
      definitions.load(objectApiName),
      id === undefined ? undefined : read(),
    ]);
    if (!reply || reply.editable) return [definition, reply];
    const { code, status, message } = FAILURES.FORBIDDEN;
    throw new ApiFailure(code, status, message);
  }

  #begin(definition: ObjectDefinition, reply: RecordReply | undefined): void {
    const { user, today, rates, definitions, drafts, now } = this.#deps;
    const locked = reply && [...reply.locked, ...heldBack(definition, reply)];
    const form = new FormStore({ definition, saved: reply?.record, locked, user, today, rates });
    this.reviewed = reply?.reviewed ?? [];
    this.version = reply?.record.version ?? 0;
    this.savedAt = writtenAt(reply);
    const place = { userId: user.id, objectApiName: this.objectApiName, id: this.id };
    const { draft: account, initial = {} } = this.#target ?? {};
    if (account) form.rebase({ ...form.saved, ...account.defaults });
    const draft = account ?? draftInBrowser(drafts, place);
    this.drafts = new DraftKeeper({ form, draft, now, version: () => this.version });
    for (const [field, value] of Object.entries(initial)) if (form.shape.fields.has(field)) form.set(field, value);
    const sides = this.drafts.restore();
    this.form = form;
    this.duplicates = new DuplicateHints(this.#deps.api, form, this);
    const { api, after } = this.#deps;
    // A way of its own may write to another record than this one.
    if (!this.#target?.write) this.takenValues = new TakenValues({ api, form, place: this, after });
    this.#meet(sides, form.saved);
    this.#stop = reaction(
      () => definitions.definition(this.objectApiName),
      (next) => next && this.#follow(next),
      { fireImmediately: true },
    );
  }

  #follow(definition: ObjectDefinition): void {
    if (!this.form) return;
    const before = this.form.shape.definition;
    if (definition.version < before.version) return;
    // The same version with other options is another form too, which needs no word.
    const isNewer = definition.version > before.version;
    if (!isNewer && JSON.stringify(definition) === JSON.stringify(before)) return;
    this.form.adopt(definition);
    if (isNewer) this.followed = true;
  }

  #kept(reply: RecordReply): RecordRow {
    this.version = reply.record.version ?? this.version;
    this.savedAt = writtenAt(reply) ?? this.savedAt;
    const changed = this.form?.changed;
    this.waiting = this.reviewed.filter((field) => changed?.has(field));
    this.drafts?.finish();
    this.form?.rebase(reply.record);
    this.form?.revert();
    return reply.record;
  }

  async #refused(failure: ApiFailure): Promise<void> {
    if (failure.code === FAILURES.CONFLICT.code && this.id !== undefined && !this.#target)
      return this.#overtaken(failure);
    runInAction(() => {
      this.form?.refuse(failure.problems);
      this.taken = failure.problems.filter(({ record }) => record !== undefined);
      if (failure.problems.length === 0) this.refusal = failure.message;
    });
  }

  /** Another user saved in between: their changes come in, and where both changed a field, the person is asked. */
  async #overtaken(failure: ApiFailure): Promise<void> {
    try {
      const params = { objectApiName: this.objectApiName, id: this.id ?? '' };
      const latest = await this.#deps.api.call(readRecord, { params });
      runInAction(() => {
        const { form } = this;
        if (!form) return;
        const sides = [...form.changed].map((field) => ({
          field,
          before: form.saved[field],
          mine: form.valueOf(field),
        }));
        form.rebase(latest.record);
        this.version = latest.record.version ?? this.version;
        this.savedAt = writtenAt(latest) ?? this.savedAt;
        this.#meet(sides, form.saved);
        this.refusal = this.clash ? undefined : '记录已被他人修改，对方的修改已并入，请核对后再次保存';
      });
    } catch {
      runInAction(() => (this.refusal = failure.message));
    }
  }

  #meet(sides: Parameters<typeof clashesOf>[1], latest: RecordValues): void {
    if (!this.form) return;
    const clashes = clashesOf(this.form.shape, sides, latest);
    this.clash = clashes.length > 0 ? new ClashStore(this.form, clashes) : undefined;
  }
}
