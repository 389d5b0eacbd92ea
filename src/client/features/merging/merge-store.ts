import { makeAutoObservable, observable, observableRef, runInAction } from 'mobx';
import type { MergeChoice, MergePreview, MergeProgress } from '#schemas/api/merging.ts';
import { mergeRecords, previewMerge, readMerge } from '#schemas/generated/api/merging.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { Api } from '#client/lib/api.ts';
import { Loadable } from '#client/lib/loadable.ts';
import { newKey } from '#client/lib/new-key.ts';

const FOLLOWED_EVERY_MS = 1000;

interface MergeDeps {
  readonly api: Api;
  readonly catalog: { readonly load: (apiName: string) => Promise<ObjectDefinition> };
  readonly every: (milliseconds: number, work: () => void) => () => void;
}

/** Two records side by side, what is chosen of each, and the merge once it is run. */
export class MergeStore {
  readonly objectApiName: string;
  survivorId: string;
  loserId: string;
  /** What staff chose; a field that is not in it gets what is proposed. */
  readonly choices = observable.map<string, MergeChoice>();
  readonly preview: Loadable<{ readonly preview: MergePreview; readonly definition: ObjectDefinition }>;
  progress: MergeProgress | undefined;
  readonly #deps: MergeDeps;
  /** The same merge sent twice is done once; another choice is another merge. */
  #key = newKey();
  #stop: (() => void) | undefined;

  /** The older of the two stays unless they are swapped. */
  constructor(deps: MergeDeps, objectApiName: string, ids: readonly [string, string]) {
    const [older, newer] = ids.toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1));
    this.#deps = deps;
    this.objectApiName = objectApiName;
    this.survivorId = older ?? '';
    this.loserId = newer ?? '';
    this.preview = new Loadable(async () => ({
      preview: await deps.api.call(previewMerge, {
        body: { ...this.#pair, choices: Object.fromEntries(this.choices) },
      }),
      definition: await deps.catalog.load(objectApiName),
    }));
    makeAutoObservable(this, { progress: observableRef }, { autoBind: true });
  }

  get #pair() {
    return { objectApiName: this.objectApiName, survivorId: this.survivorId, loserId: this.loserId };
  }

  load(): Promise<void> {
    return this.preview.refresh();
  }

  /** The other record stays; what was chosen is proposed again. */
  swap(): void {
    [this.survivorId, this.loserId] = [this.loserId, this.survivorId];
    this.choices.clear();
    this.#key = newKey();
    void this.load();
  }

  choose(field: string, choice: MergeChoice): void {
    this.choices.set(field, choice);
    this.#key = newKey();
    void this.load();
  }

  /** Merges what was previewed. Throws `ApiFailure`. */
  async run(reason: string): Promise<void> {
    const shown = this.preview.value?.preview;
    if (!shown) return;
    const choices = Object.fromEntries(shown.fields.map(({ field, choice }) => [field, choice]));
    const versions = {
      survivorVersion: shown.survivor.record.version ?? 1,
      loserVersion: shown.loser.record.version ?? 1,
    };
    const body = { ...this.#pair, ...versions, choices, reason, clientKey: this.#key };
    const progress = await this.#deps.api.call(mergeRecords, { body });
    this.#show(progress);
    if (progress.state === 'moving') this.#stop = this.#deps.every(FOLLOWED_EVERY_MS, () => void this.#follow());
  }

  /** Ends following the links; before the page is left. */
  stop(): void {
    this.#stop?.();
    this.#stop = undefined;
  }

  async #follow(): Promise<void> {
    const { progress } = this;
    if (!progress) return;
    try {
      this.#show(await this.#deps.api.call(readMerge, { params: { id: progress.id } }));
    } catch {
      // The next round asks again.
    }
  }

  #show(progress: MergeProgress): void {
    runInAction(() => (this.progress = progress));
    if (progress.state !== 'moving') this.stop();
  }
}
