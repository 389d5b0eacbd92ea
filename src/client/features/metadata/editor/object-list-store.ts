import { makeAutoObservable } from 'mobx';
import type { SavedObject } from '#schemas/api/metadata-editing.ts';
import { listSavedObjects } from '#schemas/generated/api/metadata-editing.ts';
import { OBJECT_NAME_SOURCE } from '#schemas/generated/metadata/names.ts';
import type { Api } from '#client/lib/api.ts';
import type { StreamEvent } from '#client/lib/events.ts';
import { Loadable } from '#client/lib/loadable.ts';
import { addressProblem } from '#shared/metadata/object-address.ts';
import { newDefinition, type NewObject } from '#client/features/metadata/draft/definition-edits.ts';
import type { KeptDrafts } from '#client/features/metadata/draft/kept-drafts.ts';

const NAME = new RegExp(OBJECT_NAME_SOURCE);

/** Every object there is, for product staff. */
export class ObjectListStore {
  readonly saved: Loadable<readonly SavedObject[]>;
  keyword = '';
  readonly #drafts: KeptDrafts;
  readonly #now: () => number;

  constructor(api: Api, drafts: KeptDrafts, now: () => number) {
    this.saved = new Loadable(() => api.call(listSavedObjects));
    this.#drafts = drafts;
    this.#now = now;
    makeAutoObservable(this, { saved: false }, { autoBind: true });
  }

  load(): Promise<void> {
    return this.saved.refresh();
  }

  search(keyword: string): void {
    this.keyword = keyword;
  }

  /** Objects whose label or name holds the keyword, whatever its case. */
  get found(): readonly SavedObject[] {
    const wanted = this.keyword.trim().toLowerCase();
    return (this.saved.value ?? []).filter(({ apiName, label }) =>
      `${label} ${apiName}`.toLowerCase().includes(wanted),
    );
  }

  /** Has this browser unsaved changes to an object? */
  hasDraft(apiName: string): boolean {
    return this.#drafts.read(apiName) !== undefined;
  }

  /** Why an object cannot be called so, or undefined. */
  nameProblem(apiName: string): string | undefined {
    if (!NAME.test(apiName)) return '以大写字母开头，只含字母和数字，最长 40 个字符';
    const other = this.saved.value?.find((object) => object.apiName.toLowerCase() === apiName.toLowerCase());
    if (other) return `与对象“${other.label}”重复`;
    return this.hasDraft(apiName) ? '本机有它尚未保存的草稿' : undefined;
  }

  /** Why the list of a new object cannot have this address, or undefined. */
  addressProblem(address: string): string | undefined {
    return addressProblem(address, '', this.saved.value ?? []);
  }

  /** Begins a new object in this browser; the editor goes on from there and nothing is saved before it is looked at. */
  begin(object: NewObject): boolean {
    return this.#drafts.keep(object.apiName, { current: newDefinition(object), savedAt: this.#now() });
  }

  receive(event: StreamEvent): void {
    if (event.type === 'metadata.changed' || event.type === 'stream.opened') void this.load();
  }
}
