import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { saveOptionSet } from '#schemas/generated/api/metadata.ts';
import type { Saved, SaveConflict } from '#schemas/api/metadata-editing.ts';
import { countOptionUsage, readSavedOptionSet } from '#schemas/generated/api/metadata-editing.ts';
import type { OptionSet } from '#schemas/metadata/option-set.ts';
import { FAILURES } from '#shared/errors.ts';
import { mergeOptionSets } from '#shared/metadata/merge-option-sets.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure, type ApiFailure } from '#client/lib/api-failure.ts';
import type { StreamEvent } from '#client/lib/events.ts';
import { MergeStore } from '#client/features/metadata/draft/merge-store.ts';
import { OptionDraft } from './option-draft.ts';

/** How many records hold a value, and where. */
interface Usage {
  readonly count: number;
  readonly where: string;
}

/** A merge that waits for answers, and what it builds on. */
interface OptionMerge {
  readonly definition: OptionSet;
  readonly saved: Saved;
  readonly choices: MergeStore<OptionSet>;
}

/** One option set open in the editor. */
export class OptionSetStore {
  readonly name: string;
  draft: OptionDraft | undefined;
  /** Who saved the version that the draft began from. */
  saved: Saved | undefined;
  failure: ApiFailure | undefined;
  /** Why the last save was refused, in the server's words. */
  refusal: string | undefined;
  conflict: SaveConflict | undefined;
  merging: OptionMerge | undefined;
  /** Another user saved while this one is editing. */
  isOutdated = false;
  saving = false;
  /** What the user should know of what was merged, until dismissed. */
  notices: readonly string[] = [];
  usage: ReadonlyMap<string, Usage> | undefined;
  readonly #api: Api;

  constructor(api: Api, name: string) {
    this.#api = api;
    this.name = name;
    const refs = { draft: observableRef, saved: observableRef, usage: observableRef, notices: observableRef };
    makeAutoObservable(
      this,
      { ...refs, failure: observableRef, conflict: observableRef, merging: observableRef, name: false },
      { autoBind: true },
    );
  }

  get isDirty(): boolean {
    return this.draft?.isDirty === true;
  }

  async load(): Promise<void> {
    try {
      const { definition, ...saved } = await this.#read();
      runInAction(() => this.#begin(definition, saved));
      await this.#countUsage(definition);
    } catch (thrown) {
      runInAction(() => (this.failure = asFailure(thrown)));
    }
  }

  /** Saves; a conflict opens in `conflict`, other refusals stay in `refusal`. True when it is saved. */
  async save(): Promise<boolean> {
    const { draft, saved } = this;
    if (!draft || !saved || this.saving) return false;
    this.saving = true;
    this.refusal = undefined;
    try {
      await this.#api.call(saveOptionSet, { body: { baseVersion: saved.version, optionSet: draft.optionSet } });
      const { definition, ...next } = await this.#read();
      runInAction(() => this.#begin(definition, next));
      return true;
    } catch (thrown) {
      runInAction(() => this.#refuse(asFailure(thrown)));
      return false;
    } finally {
      runInAction(() => (this.saving = false));
    }
  }

  /** Begins to put my changes on top of what was saved meanwhile; with nothing to ask it is done at once. Saves nothing. */
  async merge(): Promise<void> {
    const { draft } = this;
    if (!draft) return;
    try {
      const { definition, ...saved } = await this.#read();
      const sides = { base: draft.base, mine: draft.optionSet, theirs: definition };
      const choices = new MergeStore((chosen) => {
        const { optionSet, clashes } = mergeOptionSets(sides, chosen);
        return { merged: optionSet, clashes };
      });
      runInAction(() => {
        this.conflict = undefined;
        this.merging = { definition, saved, choices };
        if (choices.clashes.length === 0) this.settleMerge();
      });
    } catch (thrown) {
      runInAction(() => (this.refusal = asFailure(thrown).message));
    }
  }

  /** Takes what was merged as the draft. */
  settleMerge(): void {
    if (!this.merging) return;
    const { definition, saved, choices } = this.merging;
    const { merged } = choices;
    this.#begin(definition, saved);
    this.draft?.become(merged);
    this.notices = [`已并入${saved.authorName}保存的版本 ${saved.version}，请核对后再保存`];
  }

  /** Goes on editing; that a newer version is saved stays on screen. */
  cancelMerge(): void {
    this.merging = undefined;
    this.isOutdated = true;
  }

  /** Goes on from what was saved meanwhile, without my changes. */
  async discard(): Promise<void> {
    this.conflict = undefined;
    await this.load();
  }

  closeConflict(): void {
    this.conflict = undefined;
  }

  dismissNotices(): void {
    this.notices = [];
  }

  receive(event: StreamEvent): void {
    const concerns = event.type === 'stream.opened' || (event.type === 'options.changed' && event.name === this.name);
    if (!concerns || !this.saved || this.saving) return;
    void this.#lookForNewer();
  }

  async #lookForNewer(): Promise<void> {
    try {
      const { definition, ...saved } = await this.#read();
      runInAction(() => {
        if (saved.version <= (this.saved?.version ?? 0) || this.saving) return;
        if (this.isDirty) this.isOutdated = true;
        else this.#begin(definition, saved);
      });
    } catch {
      // The next save meets the conflict.
    }
  }

  #read() {
    return this.#api.call(readSavedOptionSet, { params: { name: this.name } });
  }

  #begin(definition: OptionSet, saved: Saved): void {
    this.draft = new OptionDraft(definition);
    this.saved = saved;
    this.failure = undefined;
    this.conflict = undefined;
    this.merging = undefined;
    this.refusal = undefined;
    this.isOutdated = false;
    this.notices = [];
  }

  #refuse(failure: ApiFailure): void {
    if (failure.code === FAILURES.CONFLICT.code) this.conflict = failure.data as SaveConflict;
    else this.refusal = failure.message;
  }

  async #countUsage({ name, options }: OptionSet): Promise<void> {
    if (options.length === 0) return;
    try {
      const found = await this.#api.call(countOptionUsage, {
        body: { name, values: options.map(({ value }) => value) },
      });
      const usage = new Map<string, Usage>();
      for (const { value, count, objectLabel, fieldLabel } of found) {
        const before = usage.get(value);
        const where = `${objectLabel}·${fieldLabel} ${count.toLocaleString('zh-CN')}`;
        usage.set(value, {
          count: (before?.count ?? 0) + count,
          where: before ? `${before.where}；${where}` : where,
        });
      }
      runInAction(() => (this.usage = usage));
    } catch {
      // The column says that it is not known.
    }
  }
}
