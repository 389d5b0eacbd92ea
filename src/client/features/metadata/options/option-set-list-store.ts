import { makeAutoObservable } from 'mobx';
import type { SavedOptionSet } from '#schemas/api/metadata-editing.ts';
import { listOptionSets } from '#schemas/generated/api/metadata-editing.ts';
import { saveOptionSet } from '#schemas/generated/api/metadata.ts';
import type { Api } from '#client/lib/api.ts';
import type { StreamEvent } from '#client/lib/events.ts';
import { Loadable } from '#client/lib/loadable.ts';

/** Every option set there is, for staff. */
export class OptionSetListStore {
  readonly saved: Loadable<readonly SavedOptionSet[]>;
  keyword = '';
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
    this.saved = new Loadable(() => api.call(listOptionSets));
    makeAutoObservable(this, {}, { autoBind: true });
  }

  /** Sets whose name or label contains the keyword. */
  get shown(): readonly SavedOptionSet[] {
    const wanted = this.keyword.trim().toLowerCase();
    return (this.saved.value ?? []).filter(({ name, label }) => `${name}\n${label}`.toLowerCase().includes(wanted));
  }

  search(keyword: string): void {
    this.keyword = keyword;
  }

  load(): Promise<void> {
    return this.saved.refresh();
  }

  /** Makes an empty set. */
  async create(name: string, label: string, kind: 'list' | 'tree'): Promise<void> {
    await this.#api.call(saveOptionSet, { body: { baseVersion: 0, optionSet: { name, label, kind, options: [] } } });
  }

  receive(event: StreamEvent): void {
    if (event.type === 'options.changed' || event.type === 'metadata.changed' || event.type === 'stream.opened')
      void this.load();
  }
}
