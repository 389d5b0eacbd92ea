import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { ImportDetail, ImportPreview, ImportReading, ImportTask } from '#schemas/api/imports.ts';
import {
  mapImport,
  previewImport,
  readImport,
  removeImport,
  startImport,
  stopImport,
} from '#schemas/generated/api/imports.ts';
import type { ImportMapping } from '#schemas/metadata/import-mapping.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { Api } from '#client/lib/api.ts';
import type { ApiFailure } from '#client/lib/api-failure.ts';
import { Loadable } from '#client/lib/loadable.ts';
import { Mutation } from '#client/lib/mutation.ts';
import type { Every } from './imports-store.ts';
import { MappingDraft } from './mapping-draft.ts';

const FOLLOWED_EVERY_MS = 1000;

/** One import: its state as the server has it, and its mapping while it is edited. */
export class ImportStore {
  readonly #import: Loadable<{ readonly detail: ImportDetail; readonly definition: ObjectDefinition }>;
  readonly #preview: Loadable<ImportPreview, [reading: ImportReading, saved: ImportMapping | undefined]>;
  /** What a natural key does to the rows of the file; of the key tried last. */
  keyTrial: ImportPreview['keyTrial'] = null;
  draft: MappingDraft | undefined;
  /** The mapping as the server has it: what a dry run was of. */
  kept: ImportMapping | undefined;
  readonly #task = new Mutation();
  /** What is wrong with a mapping that was loaded; '' when nothing is. */
  mappingProblem = '';
  readonly #id: string;
  readonly #api: Api;
  readonly #every: Every;

  constructor(
    id: string,
    api: Api,
    catalog: { readonly load: (apiName: string) => Promise<ObjectDefinition> },
    every: Every,
  ) {
    this.#id = id;
    this.#api = api;
    this.#every = every;
    this.#import = new Loadable(async () => {
      const detail = await api.call(readImport, { params: { id } });
      return { detail, definition: await catalog.load(detail.job.objectApiName) };
    });
    this.#preview = new Loadable<ImportPreview, [ImportReading, ImportMapping | undefined]>(
      (_signal, reading) => api.call(previewImport, { params: { id }, body: reading }),
      (preview, _reading, saved) => {
        this.keyTrial = preview.keyTrial;
        this.#draw(preview, saved);
      },
    );
    makeAutoObservable(this, {
      keyTrial: observableRef,
      draft: observableRef,
      kept: observableRef,
    });
  }

  get detail(): ImportDetail | undefined {
    return this.#import.value?.detail;
  }

  get definition(): ObjectDefinition | undefined {
    return this.#import.value?.definition;
  }

  /** A screen that shows something keeps it; the next round tries again. */
  get failure(): ApiFailure | undefined {
    return this.detail ? undefined : this.#import.failure;
  }

  get preview(): ImportPreview | undefined {
    return this.#preview.value;
  }

  get previewProblem(): string {
    return this.#preview.failure?.message ?? '';
  }

  get isPreviewing(): boolean {
    return this.#preview.isLoading;
  }

  /** What is wrong with the last thing asked for; '' when nothing is. */
  get problem(): string {
    return this.#task.failure?.message ?? this.mappingProblem;
  }

  get isAsking(): boolean {
    return this.#task.isBusy;
  }

  /** Nothing has been written, so that file and mapping can still be changed. */
  get isOpen(): boolean {
    const { detail } = this;
    if (!detail || detail.result || detail.job.undone) return false;
    return detail.job.task === null || detail.job.task === 'check';
  }

  /** There was a dry run of the present mapping. */
  get isTried(): boolean {
    return (
      this.detail !== undefined &&
      this.detail.check !== null &&
      this.draft !== undefined &&
      this.draft.mapping === this.kept
    );
  }

  /** What is written is news to subscribers: as it is edited, and later as the server has it. */
  get notifies(): boolean {
    const kept = this.detail?.mapping as ImportMapping | null | undefined;
    return (this.isOpen ? this.draft?.mapping : kept)?.notify === true;
  }

  /** Whom to notify is no part of what a dry run looks at. */
  setNotify(notify: boolean): void {
    const { draft, isTried } = this;
    draft?.setNotify(notify);
    if (isTried) this.kept = draft?.mapping;
  }

  get isBusy(): boolean {
    const state = this.detail?.job.state;
    return state === 'queued' || state === 'running';
  }

  /** Keeps the import current until the returned function is called. Leaving stops nothing on the server. */
  follow(): () => void {
    void this.load().then(async () => {
      if (this.isOpen && this.detail?.fileHere === true && !this.preview) await this.read({});
    });
    return this.#every(FOLLOWED_EVERY_MS, () => {
      if (this.isBusy) void this.load();
    });
  }

  load = (): Promise<void> => this.#import.refresh();

  /** Reads the beginning of the file one way. A mapping that was kept or edited stays where its columns are there. */
  read = async (reading: ImportReading): Promise<void> => {
    const saved = this.draft ? undefined : ((this.detail?.mapping ?? undefined) as ImportMapping | undefined);
    await this.#preview.load(saved ? { ...readingOf(saved), ...reading } : reading, saved);
  };

  /** Tries the natural key of the mapping on the whole file, where another one was tried last. */
  tryKey = async (): Promise<void> => {
    const { mapping } = this.draft ?? {};
    const key = mapping?.key.map(String) ?? [];
    if (!mapping || key.length === 0 || isSameKey(this.keyTrial?.key, key)) return;
    try {
      const body = { ...readingOf(mapping), key };
      const { keyTrial } = await this.#api.call(previewImport, { params: { id: this.#id }, body });
      // A user who ticks on meanwhile gets the answer to the last tick.
      const asked = this.draft?.mapping.key.map(String) ?? [];
      if (isSameKey(asked, key)) runInAction(() => (this.keyTrial = keyTrial));
    } catch {
      // Nothing is known of this key; the dry run counts what becomes of every row.
      runInAction(() => (this.keyTrial = null));
    }
  };

  #draw(preview: ImportPreview, saved: ImportMapping | undefined): void {
    const columns = new Set(preview.columns);
    const edited = saved ?? this.draft?.mapping;
    const fits = edited?.fields.every(({ column }) => column === undefined || columns.has(String(column)));
    const suggested = preview.mapping as ImportMapping;
    const { fields, key, source, ...rest } = edited && fits ? edited : suggested;
    const mapping = { ...rest, ...preview.reading, fields, key, source };
    this.draft = new MappingDraft(mapping, preview.columns, this.definition?.fields ?? []);
    if (saved && fits === true) this.kept = this.draft.mapping;
  }

  /** Takes a mapping from a file of a person's own. */
  loadMapping = async (text: string): Promise<void> => {
    this.#task.clear();
    this.mappingProblem = '';
    try {
      const mapping = JSON.parse(text) as ImportMapping;
      if (!Array.isArray(mapping.fields) || !Array.isArray(mapping.key)) throw new SyntaxError();
      await this.read(readingOf(mapping));
      runInAction(() => {
        if (!this.preview) return;
        const { format: _format, ...given } = mapping;
        this.draft = new MappingDraft(
          {
            ...given,
            object: this.detail?.job.objectApiName ?? given.object,
            ...this.preview.reading,
          },
          this.preview.columns,
          this.definition?.fields ?? [],
        );
      });
    } catch {
      runInAction(() => (this.mappingProblem = '这个文件不是导入映射（JSON，含 key 和 fields）'));
    }
  };

  /** Begins a task, or goes on with it; the present mapping is kept first while it can still change. */
  start = async (task: ImportTask): Promise<void> => {
    await this.#ask(async () => {
      if (this.isOpen && this.draft && task !== 'undo') {
        const { mapping } = this.draft;
        await this.#api.call(mapImport, { params: { id: this.#id }, body: { mapping } });
        runInAction(() => (this.kept = mapping));
      }
      await this.#api.call(startImport, { params: { id: this.#id }, body: { task } });
    });
  };

  stop = (): Promise<boolean> => this.#ask(() => this.#api.call(stopImport, { params: { id: this.#id } }));

  /** Forgets a draft; true when it is gone. */
  remove = (): Promise<boolean> => this.#ask(() => this.#api.call(removeImport, { params: { id: this.#id } }), false);

  async #ask(work: () => Promise<unknown>, reload = true): Promise<boolean> {
    this.mappingProblem = '';
    const isDone = await this.#task.run(async () => {
      await work();
      if (reload) await this.load();
    });
    if (!isDone) await this.load();
    return isDone;
  }
}

/** The same columns, in whatever order. */
const isSameKey = (one: readonly string[] | undefined, other: readonly string[]): boolean =>
  one !== undefined && one.length === other.length && one.every((name) => other.includes(name));

function readingOf({ encoding, delimiter, quote, sheet, header }: ImportMapping): ImportReading {
  return {
    ...(encoding !== undefined && { encoding }),
    ...(delimiter !== undefined && { delimiter }),
    ...(quote !== undefined && { quote }),
    ...(sheet !== undefined && { sheet }),
    ...(header !== undefined && { header }),
  };
}
