import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { saveOptionSet } from '#schemas/generated/api/metadata.ts';
import type { Saved, SaveConflict } from '#schemas/api/metadata-editing.ts';
import { countOptionUsage, readSavedOptionSet } from '#schemas/generated/api/metadata-editing.ts';
import type { OptionSet } from '#schemas/metadata/option-set.ts';
import { FAILURES } from '#shared/errors.ts';
import { mergeOptionSets } from '#shared/metadata/merge-option-sets.ts';
import type { Api } from '#client/lib/api.ts';
import type { ApiFailure } from '#client/lib/api-failure.ts';
import type { StreamEvent } from '#client/lib/events.ts';
import { Loadable } from '#client/lib/loadable.ts';
import { Mutation } from '#client/lib/mutation.ts';
import { MergeStore } from '#client/features/metadata/draft/merge-store.ts';
import { OptionDraft } from './option-draft.ts';

/** How many records hold a value, and where. */
interface Usage {
  readonly count: number;
  readonly where: string;
}

interface SavedSet extends Saved {
  readonly definition: OptionSet;
}

/** A merge that waits for answers, and what it builds on. */
interface OptionMerge {
  readonly saved: SavedSet;
  readonly choices: MergeStore<OptionSet>;
}

const SAVE = 'save';

/** One option set open in the editor. */
export class OptionSetStore {
  readonly name: string;
  draft: OptionDraft | undefined;
  /** Who saved the version that the draft began from. */
  saved: Saved | undefined;
  merging: OptionMerge | undefined;
  /** Another user saved while this one is editing. */
  isOutdated = false;
  /** What the user should know of what was merged, until dismissed. */
  notices: readonly string[] = [];
  readonly #api: Api;
  readonly #opened: Loadable<SavedSet>;
  /** How many records hold each value; undefined while that is not known. */
  readonly #usage: Loadable<ReadonlyMap<string, Usage>, [optionSet: OptionSet]>;
  readonly #change = new Mutation();

  constructor(api: Api, name: string) {
    this.#api = api;
    this.name = name;
    this.#opened = new Loadable(() => this.#read(), this.#begin);
    this.#usage = new Loadable((_signal, optionSet) => this.#countUsage(optionSet));
    const refs = { draft: observableRef, saved: observableRef, merging: observableRef, notices: observableRef };
    makeAutoObservable(this, { ...refs, name: false }, { autoBind: true });
  }

  /** Why it could not be read. */
  get failure(): ApiFailure | undefined {
    return this.#opened.failure;
  }

  get usage(): ReadonlyMap<string, Usage> | undefined {
    return this.#usage.value;
  }

  get saving(): boolean {
    return this.#change.isBusyWith(SAVE);
  }

  /** What another user saved first, until it is closed. */
  get conflict(): SaveConflict | undefined {
    const { failure } = this.#change;
    return failure?.code === FAILURES.CONFLICT.code ? (failure.data as SaveConflict) : undefined;
  }

  /** Why the last change was refused otherwise, in the server's words. */
  get refusal(): string | undefined {
    return this.conflict ? undefined : this.#change.failure?.message;
  }

  get isDirty(): boolean {
    return this.draft?.isDirty === true;
  }

  async load(): Promise<void> {
    await this.#opened.refresh();
    if (this.draft && !this.failure) await this.#usage.refresh(this.draft.base);
  }

  /** Saves; a conflict opens in `conflict`, other refusals stay in `refusal`. True when it is saved. */
  async save(): Promise<boolean> {
    const { draft, saved } = this;
    if (!draft || !saved) return false;
    return this.#change.run(
      async () => {
        await this.#api.call(saveOptionSet, { body: { baseVersion: saved.version, optionSet: draft.optionSet } });
        return this.#read();
      },
      this.#begin,
      SAVE,
    );
  }

  /** Begins to put my changes on top of what was saved meanwhile; with nothing to ask it is done at once. Saves nothing. */
  async merge(): Promise<void> {
    const { draft } = this;
    if (!draft) return;
    await this.#change.run(
      () => this.#read(),
      (saved) => {
        const sides = { base: draft.base, mine: draft.optionSet, theirs: saved.definition };
        const choices = new MergeStore((chosen) => {
          const { optionSet, clashes } = mergeOptionSets(sides, chosen);
          return { merged: optionSet, clashes };
        });
        this.merging = { saved, choices };
        if (choices.clashes.length === 0) this.settleMerge();
      },
    );
  }

  /** Takes what was merged as the draft. */
  settleMerge(): void {
    if (!this.merging) return;
    const { saved, choices } = this.merging;
    const { merged } = choices;
    this.#begin(saved);
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
    this.closeConflict();
    await this.load();
  }

  closeConflict(): void {
    this.#change.clear();
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
      const saved = await this.#read();
      runInAction(() => {
        if (saved.version <= (this.saved?.version ?? 0) || this.saving) return;
        if (this.isDirty) this.isOutdated = true;
        else this.#begin(saved);
      });
    } catch {
      // The next save meets the conflict.
    }
  }

  #read() {
    return this.#api.call(readSavedOptionSet, { params: { name: this.name } });
  }

  readonly #begin = (saved: SavedSet): void => {
    this.draft = new OptionDraft(saved.definition);
    this.saved = saved;
    this.#change.clear();
    this.merging = undefined;
    this.isOutdated = false;
    this.notices = [];
  };

  async #countUsage({ name, options }: OptionSet): Promise<ReadonlyMap<string, Usage>> {
    const usage = new Map<string, Usage>();
    if (options.length === 0) return usage;
    const body = { name, values: options.map(({ value }) => value) };
    for (const { value, count, objectLabel, fieldLabel } of await this.#api.call(countOptionUsage, { body })) {
      const before = usage.get(value);
      const where = `${objectLabel}·${fieldLabel} ${count.toLocaleString('zh-CN')}`;
      usage.set(value, { count: (before?.count ?? 0) + count, where: before ? `${before.where}；${where}` : where });
    }
    return usage;
  }
}
