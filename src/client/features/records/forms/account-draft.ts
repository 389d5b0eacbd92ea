import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { readDraft, saveDraft } from '#schemas/generated/api/identity.ts';
import type { BodyOf } from '#schemas/api/route.ts';
import type { RecordValues } from '#schemas/metadata/value.ts';
import { FAILURES } from '#shared/errors.ts';
import type { Api } from '#client/lib/api.ts';
import { type ApiFailure, asFailure } from '#client/lib/api-failure.ts';
import { Loadable } from '#client/lib/loadable.ts';
import type { DraftChange, KeptDraft } from './record-drafts.ts';

type ObjectName = BodyOf<typeof saveDraft>['objectApiName'];

/** The field of the form that names the company which the draft is about. */
interface Subject {
  readonly objectApiName: ObjectName;
  readonly companyField: string;
}

/**
 * A half-filled new record that the server keeps for the account and the company that it is about, so that another device goes on
 * with it. One change is sent at a time, and what was typed meanwhile follows it.
 */
export class AccountDraft {
  /** When the server kept it last, ISO 8601; null for never. */
  savedAt: string | null = null;
  /** Why what was typed last is not kept. */
  failure: ApiFailure | undefined;
  /** It was kept elsewhere meanwhile: the user decides which of the two goes on. */
  isBehind = false;
  /** The values that were kept, if any were. */
  values: RecordValues | undefined;
  isSending = false;
  /** What the form begins with where nothing was typed yet: the company. */
  defaults: RecordValues = {};
  readonly opened: Loadable<true, [string | undefined]>;
  /** It is sealed at the server as a whole. */
  readonly holdsSealed = true;
  readonly #api: Api;
  readonly #subject: Subject;
  #company = '0';
  /** What is to be sent next: null forgets the draft. */
  #next: RecordValues | null | undefined;

  constructor(api: Api, subject: Subject) {
    this.#api = api;
    this.#subject = subject;
    this.opened = new Loadable((_signal, company) => this.#read(company));
    makeAutoObservable(
      this,
      { defaults: observableRef, values: observableRef, failure: observableRef, opened: false, holdsSealed: false },
      { autoBind: true },
    );
  }

  read(): KeptDraft | undefined {
    if (!this.values || this.savedAt === null) return undefined;
    const changes = Object.entries(this.values).map(([field, after]) => [field, { after }] as const);
    return { recordVersion: 0, savedAt: Date.parse(this.savedAt), changes: Object.fromEntries(changes) };
  }

  keep(changes: Readonly<Record<string, DraftChange>>): boolean {
    const typed = Object.fromEntries(Object.entries(changes).map(([field, { after }]) => [field, after]));
    this.#send({ ...this.defaults, ...typed });
    return true;
  }

  /** It is handed in, or given up. */
  drop(): void {
    this.isBehind = false;
    this.#send(null);
  }

  /** Goes on with what is on the screen instead of what was kept elsewhere. */
  overwrite(): void {
    this.isBehind = false;
    this.#send(this.#next ?? this.values ?? this.defaults, true);
  }

  /** Reads what was kept elsewhere; the form takes it over. */
  async reload(): Promise<void> {
    const { company } = Object(Object(this.failure?.data)) as { company?: string };
    this.#next = undefined;
    await this.opened.load(company ?? this.#company);
    runInAction(() => {
      this.isBehind = false;
      this.failure = undefined;
    });
  }

  async #read(company: string | undefined): Promise<true> {
    const { objectApiName, companyField } = this.#subject;
    const query = { objectApiName, ...(company !== undefined && { company }) };
    const draft = await this.#api.call(readDraft, { query });
    runInAction(() => {
      this.#company = draft.company;
      this.savedAt = draft.savedAt;
      this.values = (draft.values ?? undefined) as RecordValues | undefined;
      this.defaults = draft.company === '0' ? {} : { [companyField]: { id: draft.company, name: draft.companyName } };
    });
    return true;
  }

  #send(values: RecordValues | null, isForced = false): void {
    this.#next = values;
    if (!this.isSending && !this.isBehind) void this.#work(isForced);
  }

  async #work(isForced: boolean): Promise<void> {
    runInAction(() => (this.isSending = true));
    let seen = isForced ? undefined : this.savedAt;
    while (this.#next !== undefined) {
      const values = this.#next;
      this.#next = undefined;
      try {
        await this.#keep(values, seen);
        seen = this.savedAt;
      } catch (thrown) {
        runInAction(() => this.#refused(asFailure(thrown), values));
        break;
      }
    }
    runInAction(() => (this.isSending = false));
  }

  async #keep(values: RecordValues | null, seen: string | null | undefined): Promise<void> {
    const { objectApiName } = this.#subject;
    const body = {
      objectApiName,
      company: this.#company,
      values: values && { ...values },
      ...(values && seen !== undefined && { seen }),
    };
    const { savedAt, company } = await this.#api.call(saveDraft, { body });
    runInAction(() => {
      this.savedAt = savedAt;
      this.#company = company;
      this.values = values ?? undefined;
      this.failure = undefined;
    });
  }

  /** What could not be kept waits for the next change. */
  #refused(failure: ApiFailure, values: RecordValues | null): void {
    this.failure = failure;
    this.isBehind = failure.code === FAILURES.CONFLICT.code;
    if (this.isBehind) this.#next ??= values;
  }
}
