import { makeAutoObservable, observable, runInAction } from 'mobx';
import { queryDataByName, readOptionSet } from '#schemas/api/metadata.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { SelectOption } from '#schemas/metadata/option-set.ts';
import type { ReferenceValue } from '#schemas/metadata/value.ts';
import { treeOf } from '#generators/option-tree.ts';
import type { Api } from './api.ts';
import type { StreamEvent } from './events.ts';

interface KnownSet {
  readonly options: readonly SelectOption[];
  readonly byValue: ReadonlyMap<string, SelectOption>;
}

const NO_OPTIONS: readonly SelectOption[] = [];

/** Labels of options and names of records, for cells, filters and forms. Option sets load when first asked for. */
export class LookupStore {
  readonly #sets = observable.map<string, KnownSet>({}, { deep: false });
  readonly #asked = new Set<string>();
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
    makeAutoObservable(this, { label: false, path: false, options: false });
  }

  /** Label of a stored value: from the field's own options, else from its option set, else the value itself. */
  label(optionSet: string | undefined, value: string, field: FieldDefinition): string {
    const own = field.selectOptions?.find((option) => option.value === value);
    return own?.label ?? this.#set(optionSet)?.byValue.get(value)?.label ?? value;
  }

  /** Labels from the root of a tree to a value; empty while the tree is loading. A loop in the data ends the way. */
  path(optionSet: string | undefined, value: string): string[] {
    const set = this.#set(optionSet);
    return set
      ? treeOf(set.options)
          .path(value)
          .map((option) => option.label)
      : [];
  }

  /** Options of a field: its own, else those of its option set; empty until loaded. */
  options(field: FieldDefinition): readonly SelectOption[] {
    return (
      field.selectOptions ?? this.#set(field.config?.optionSet ?? field.config?.bandOptionSet)?.options ?? NO_OPTIONS
    );
  }

  /** Records whose name contains a text. Throws `ApiFailure`. */
  searchRecords = (objectApiName: string, text: string, limit: number): Promise<ReferenceValue[]> =>
    this.#api.call(queryDataByName, { query: { objectApiName, pageSize: limit, ...(text && { name: text }) } });

  /** Takes a hint: option sets in use are read again. */
  receive(event: StreamEvent): void {
    if (event.type === 'options.changed' && this.#sets.has(event.name)) void this.#load(event.name);
    if (event.type === 'stream.opened') for (const name of this.#sets.keys()) void this.#load(name);
  }

  #set(name: string | undefined): KnownSet | undefined {
    if (name === undefined) return undefined;
    if (!this.#asked.has(name)) {
      this.#asked.add(name);
      void this.#load(name);
    }
    return this.#sets.get(name);
  }

  async #load(name: string): Promise<void> {
    try {
      const { options } = await this.#api.call(readOptionSet, { params: { name } });
      const byValue = new Map(options.map((option) => [option.value, option]));
      runInAction(() => this.#sets.set(name, { options, byValue }));
    } catch {
      // Values stand in for labels meanwhile; the next one to ask tries again.
      this.#asked.delete(name);
    }
  }
}
