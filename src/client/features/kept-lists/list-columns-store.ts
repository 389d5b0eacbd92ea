import { makeAutoObservable, observable, observableRef, runInAction } from 'mobx';
import type { GoneItem, ListColumns, ListField, ListValues } from '#schemas/api/list-columns.ts';
import {
  readGoneItems,
  readListColumns,
  readListValues,
  setListColumns,
  setListValues,
} from '#schemas/generated/api/list-columns.ts';
import type { Api } from '#client/lib/api.ts';
import { Loadable } from '#client/lib/loadable.ts';

/** Records whose values one question asks for. */
const AT_ONCE = 500;

/** A record whose own columns are being filled in. */
export interface Filling {
  readonly id: string;
  readonly name: string;
}

/** What one list has of its own: its columns, what is filled into them, and the records that are there no more. */
export class ListColumnsStore {
  readonly listId: string;
  readonly columns: Loadable<ListColumns>;
  readonly gone: Loadable<readonly GoneItem[]>;
  filling: Filling | undefined;
  /** By record; nothing for those that were asked for and have none. */
  readonly #held = observable.map<string, ListValues>({}, { deep: false });
  readonly #asked = new Set<string>();
  #wanted: string[] = [];
  readonly #api: Api;

  constructor(api: Api, listId: string) {
    this.#api = api;
    this.listId = listId;
    const params = { id: listId };
    this.columns = new Loadable((signal) => api.call(readListColumns, { params, signal }));
    this.gone = new Loadable((signal) => api.call(readGoneItems, { params, signal }));
    makeAutoObservable(
      this,
      { columns: false, gone: false, filling: observableRef, valuesOf: false },
      { autoBind: true },
    );
  }

  get fields(): readonly ListField[] {
    return this.columns.value?.fields ?? [];
  }

  /** Reads what the list has of its own; what is filled in is asked for as the rows are drawn. */
  open(): void {
    void this.columns.load();
    void this.gone.load();
  }

  /** What is filled in for a record; nothing until it is known. Values wanted at the same time are asked for together. */
  valuesOf(recordId: string): Readonly<Record<string, unknown>> {
    const known = this.#held.get(recordId);
    if (!known && !this.#asked.has(recordId)) {
      this.#asked.add(recordId);
      if (this.#wanted.length === 0) queueMicrotask(() => void this.#load());
      this.#wanted.push(recordId);
    }
    return known?.values ?? {};
  }

  fill(filling: Filling): void {
    this.filling = filling;
  }

  dismiss(): void {
    this.filling = undefined;
  }

  /** Saves what was filled in. Where another was faster, what they filled in is read; throws `ApiFailure`. */
  async save(recordId: string, values: Readonly<Record<string, unknown>>): Promise<void> {
    const body = { version: this.#held.get(recordId)?.version ?? 0, values };
    const params = { id: this.listId, recordId };
    try {
      this.#take([await this.#api.call(setListValues, { params, body })]);
    } catch (thrown) {
      await this.#ask([recordId]);
      throw thrown;
    }
  }

  /** Says which columns the list has; throws `ApiFailure`. */
  async define(fields: readonly ListField[]): Promise<void> {
    const body = { version: this.columns.value?.version ?? 1, fields: [...fields] };
    await this.#api.call(setListColumns, { params: { id: this.listId }, body });
    runInAction(() => {
      this.#held.clear();
      this.#asked.clear();
    });
    await this.columns.refresh();
  }

  async #load(): Promise<void> {
    const wanted = this.#wanted;
    this.#wanted = [];
    for (let from = 0; from < wanted.length; from += AT_ONCE) {
      const ids = wanted.slice(from, from + AT_ONCE);
      // What cannot be had is asked for when its rows are drawn again.
      await this.#ask(ids).catch(() => ids.forEach((id) => this.#asked.delete(id)));
    }
  }

  async #ask(ids: string[]): Promise<void> {
    this.#take(await this.#api.call(readListValues, { params: { id: this.listId }, body: { ids } }));
  }

  #take(values: readonly ListValues[]): void {
    runInAction(() => {
      for (const one of values) this.#held.set(one.recordId, one);
    });
  }
}
