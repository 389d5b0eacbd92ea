import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { ObjectPlan } from '#schemas/api/metadata.ts';
import type { AgreedLoss } from '#schemas/api/metadata-losses.ts';
import { planObject, readSavedObject, saveObject } from '#schemas/generated/api/metadata.ts';
import type { SaveConflict } from '#schemas/api/metadata-editing.ts';
import { readObjectVersion } from '#schemas/generated/api/metadata-editing.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { FAILURES, type Problem } from '#shared/errors.ts';
import { mergeDefinitions } from '#shared/metadata/merge-definitions.ts';
import type { Api } from '#client/lib/api.ts';
import { atRest } from '#client/lib/at-rest.ts';
import { asFailure, type ApiFailure } from '#client/lib/api-failure.ts';
import type { StreamEvent } from '#client/lib/events.ts';
import { sendable } from '#client/features/metadata/draft/definition-edits.ts';
import { Draft, type DefinitionDraft } from '#client/features/metadata/draft/draft.ts';
import type { KeptDraft, KeptDrafts } from '#client/features/metadata/draft/kept-drafts.ts';
import { MergeStore } from '#client/features/metadata/draft/merge-store.ts';

export interface ObjectEditorDeps {
  readonly api: Api;
  readonly drafts: KeptDrafts;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** What the server makes of the draft: what a save would change and run, or why it would not. */
export interface Plan extends ObjectPlan {
  readonly problems: readonly Problem[];
}
const refused = (problems: readonly Problem[]): Plan => ({ ...NOTHING, problems });
const NOTHING = { steps: [], changes: [], tightened: [], uses: [], recasts: [], records: null };

/** What another person saved meanwhile. */
export interface Newer extends Partial<SaveConflict> {
  readonly version: number;
  readonly definition: ObjectDefinition;
}

/** Rest after the last change before the draft is kept and planned, in milliseconds. */
const REST = 400;

/** One object being edited: its draft, what the server makes of it, and what others save meanwhile. */
export class ObjectEditorStore {
  readonly objectApiName: string;
  draft: DefinitionDraft | undefined;
  failure: ApiFailure | undefined;
  plan: Plan | undefined;
  planning = false;
  saving = false;
  /** Why the last save failed, when it was neither problems nor a conflict. */
  refusal: string | undefined;
  newer: Newer | undefined;
  merge: MergeStore<ObjectDefinition> | undefined;
  /** The draft that the browser kept from an earlier time, until the user decides about it. */
  kept: KeptDraft | undefined;
  /** The browser refused to keep the draft. */
  isUnkept = false;
  /** Version saved last, for the word of success. */
  savedVersion: number | undefined;
  /** Version of another person that the editor followed, having nothing of its own to lose. */
  followed: number | undefined;
  readonly #deps: ObjectEditorDeps;
  #stop: (() => void) | undefined;
  /** Counts questions to the planner, so that a late answer to an early one is not shown. */
  #asked = 0;

  constructor(deps: ObjectEditorDeps, objectApiName: string) {
    this.#deps = deps;
    this.objectApiName = objectApiName;
    const refs = { draft: observableRef, failure: observableRef, plan: observableRef, newer: observableRef };
    makeAutoObservable(
      this,
      { objectApiName: false, ...refs, merge: observableRef, kept: observableRef },
      { autoBind: true },
    );
  }

  get definition(): ObjectDefinition | undefined {
    return this.draft?.current;
  }

  /** Reads what is saved; for an object that is not saved yet, what was begun in this browser. */
  async open(): Promise<void> {
    this.failure = undefined;
    const kept = this.#deps.drafts.read(this.objectApiName);
    try {
      const saved = await this.#readSaved();
      runInAction(() => {
        this.#begin(new Draft<ObjectDefinition>(saved, saved));
        if (kept) this.kept = kept;
      });
    } catch (thrown) {
      const failure = asFailure(thrown);
      runInAction(() => {
        const isNew = failure.code === FAILURES.UNKNOWN_OBJECT.code && kept && !kept.base;
        if (isNew) this.#begin(new Draft<ObjectDefinition>(undefined, kept.current));
        else this.failure = failure;
      });
    }
  }

  close(): void {
    this.#stop?.();
    this.#stop = undefined;
    this.flush();
  }

  /** Goes on from the kept draft; when others saved since it was begun, that shows as `newer`. */
  restoreKept(): void {
    const { draft, kept } = this;
    if (!draft || !kept) return;
    const saved = draft.base;
    this.kept = undefined;
    draft.restart(kept.base, kept.current);
    if (saved && saved.version !== kept.base?.version) {
      this.newer = { version: saved.version, definition: saved };
      void this.#tellWho(saved);
    }
  }

  dropKept(): void {
    this.kept = undefined;
    this.#deps.drafts.drop(this.objectApiName);
  }

  /** Writes the draft into the browser's storage, or forgets it when nothing is changed. */
  flush(): void {
    const { draft } = this;
    if (!draft || this.kept) return;
    const { drafts, now } = this.#deps;
    if (draft.isDirty) {
      this.isUnkept = !drafts.keep(this.objectApiName, { base: draft.base, current: draft.current, savedAt: now() });
    } else drafts.drop(this.objectApiName);
  }

  /** Back to what is saved. */
  discard(): void {
    const { draft, newer } = this;
    if (!draft) return;
    draft.restart(newer?.definition ?? draft.base);
    this.newer = undefined;
    this.merge = undefined;
    this.refusal = undefined;
    this.flush();
  }

  /** Asks what a save would do. */
  async ask(): Promise<void> {
    const { draft } = this;
    if (!draft) return;
    const asked = (this.#asked += 1);
    this.planning = true;
    const body = { baseVersion: draft.baseVersion, definition: sendable(draft.current) };
    const answer = await this.#deps.api
      .call(planObject, { body })
      .then((plan): Plan => ({ ...plan, problems: [] }))
      .catch((thrown: unknown) => asFailure(thrown));
    if (asked !== this.#asked) return;
    runInAction(() => {
      this.planning = false;
      if ('steps' in answer) this.plan = answer;
      else if (answer.code === FAILURES.INVALID_METADATA.code) {
        const problems = answer.problems.length > 0 ? answer.problems : [{ field: '', message: answer.message }];
        this.plan = refused(problems);
      } else if (answer.code === FAILURES.CONFLICT.code) void this.#meet(answer);
      else this.refusal = answer.message;
    });
  }

  /** Saves once however often it is asked, losing what the user agreed to. True when it was saved. */
  async save(losses: readonly AgreedLoss[] = []): Promise<boolean> {
    const { draft } = this;
    if (!draft || this.saving) return false;
    this.saving = true;
    this.refusal = undefined;
    const sent = draft.current;
    try {
      const body = { baseVersion: draft.baseVersion, definition: sendable(sent), losses: [...losses] };
      const { definition } = await this.#deps.api.call(saveObject, { body });
      this.take(definition);
      return true;
    } catch (thrown) {
      await this.#refused(asFailure(thrown));
      return false;
    } finally {
      runInAction(() => (this.saving = false));
    }
  }

  /** Begins to bring both together; with nothing to ask, the result is the draft at once. */
  startMerge(): void {
    const { draft, newer } = this;
    if (!draft?.base || !newer) return;
    const sides = { base: draft.base, mine: draft.current, theirs: newer.definition };
    this.merge = new MergeStore((choices) => {
      const { definition, clashes } = mergeDefinitions(sides, choices);
      return { merged: definition, clashes };
    });
    if (this.merge.clashes.length === 0) this.settleMerge();
  }

  /** Takes the merged definition as the draft, on top of theirs. */
  settleMerge(): void {
    const { draft, merge, newer } = this;
    if (!draft || !merge || !newer) return;
    draft.restart(newer.definition, merge.merged);
    this.merge = undefined;
    this.newer = undefined;
    this.refusal = undefined;
  }

  cancelMerge(): void {
    this.merge = undefined;
  }

  acknowledge(): void {
    this.savedVersion = undefined;
    this.followed = undefined;
  }

  /** Takes a hint: another version of this object. */
  receive(event: StreamEvent): void {
    const { draft } = this;
    if (!draft || this.saving) return;
    const isMine = event.type === 'metadata.changed' && event.objectApiName === this.objectApiName;
    const isNews = isMine && event.version > Math.max(draft.baseVersion, this.newer?.version ?? 0);
    if (isNews || event.type === 'stream.opened') void this.#look();
  }

  #begin(draft: DefinitionDraft): void {
    this.draft = draft;
    this.#stop?.();
    this.#stop = atRest(
      () => [draft.current, draft.base],
      REST,
      () => {
        this.flush();
        void this.ask();
      },
    );
    void this.ask();
  }

  /** Goes on from what this user has just saved. */
  take(definition: ObjectDefinition): void {
    this.draft?.restart(definition);
    this.savedVersion = definition.version;
    this.newer = undefined;
    this.#deps.drafts.drop(this.objectApiName);
  }

  async #refused(failure: ApiFailure): Promise<void> {
    if (failure.code === FAILURES.CONFLICT.code) return this.#meet(failure);
    return runInAction(() => {
      if (failure.problems.length > 0) this.plan = refused(failure.problems);
      else this.refusal = failure.message;
    });
  }

  /** Another person saved first: reads what, so that the person can decide. */
  async #meet(failure: ApiFailure): Promise<void> {
    await this.#look(failure.data ?? {});
  }

  /** Reads the saved version again. With nothing changed here it is simply followed; else it shows as `newer`. */
  async #look(told: Partial<SaveConflict> = {}): Promise<void> {
    try {
      const saved = await this.#readSaved();
      runInAction(() => {
        const { draft } = this;
        if (!draft || saved.version <= draft.baseVersion) return;
        if (!draft.isDirty) {
          draft.restart(saved);
          this.followed = saved.version;
          return;
        }
        this.newer = { ...told, version: saved.version, definition: saved };
        if (told.version !== saved.version) void this.#tellWho(saved);
      });
    } catch (thrown) {
      runInAction(() => (this.refusal = asFailure(thrown).message));
    }
  }

  /** Who saved a version and what it changed; the notice is shown without that too. */
  async #tellWho(saved: ObjectDefinition): Promise<void> {
    const params = { objectApiName: this.objectApiName, version: saved.version };
    const who = await this.#deps.api.call(readObjectVersion, { params }).catch(() => undefined);
    runInAction(() => {
      if (who && this.newer?.version === saved.version) {
        const { author, authorName, at, changes } = who;
        this.newer = { ...this.newer, author, authorName, at, changes };
      }
    });
  }

  #readSaved(): Promise<ObjectDefinition> {
    return this.#deps.api.call(readSavedObject, { params: { objectApiName: this.objectApiName } });
  }
}
