import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { saveOptionSet } from '#schemas/api/metadata.ts';
import { countOptionUsage, readSavedOptionSet, type Saved, type SaveConflict } from '#schemas/api/metadata-editing.ts';
import type { OptionSet } from '#schemas/metadata/option-set.ts';
import { FAILURES } from '#shared/errors.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure, type ApiFailure } from '#client/lib/api-failure.ts';
import type { StreamEvent } from '#client/lib/events.ts';
import { OptionDraft } from './option-draft.ts';
import { mergeOptions } from './option-merge.ts';

/** How many records hold a value, and where. */
interface Usage {
  readonly count: number;
  readonly where: string;
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
  /** Somebody saved while this person is editing. */
  isOutdated = false;
  saving = false;
  /** What the person should know of what was merged, until dismissed. */
  notices: readonly string[] = [];
  usage: ReadonlyMap<string, Usage> | undefined;
  readonly #api: Api;

  constructor(api: Api, name: string) {
    this.#api = api;
    this.name = name;
    const refs = { draft: observableRef, saved: observableRef, usage: observableRef, notices: observableRef };
    makeAutoObservable(
      this,
      { ...refs, failure: observableRef, conflict: observableRef, name: false },
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

  /** My changes on top of what was saved meanwhile; nothing is saved by this. */
  async merge(): Promise<void> {
    const { draft } = this;
    if (!draft) return;
    try {
      const { definition, ...saved } = await this.#read();
      const { optionSet, clashes } = mergeOptions(draft.base, draft.optionSet, definition);
      runInAction(() => {
        this.#begin(definition, saved);
        this.draft?.become(optionSet);
        this.notices = [`已并入${saved.authorName}保存的版本 ${saved.version}，请核对后再保存`, ...clashes];
      });
    } catch (thrown) {
      runInAction(() => (this.refusal = asFailure(thrown).message));
    }
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
      // A save will be told.
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
