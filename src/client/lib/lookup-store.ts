import { makeAutoObservable, observable, runInAction } from 'mobx';
import type { ListView } from '#schemas/api/list-view.ts';
import type { OptionCounts, OptionCountsQuery } from '#schemas/api/records.ts';
import { countOptions, listRecords } from '#schemas/generated/api/records.ts';
import { readKeptList } from '#schemas/generated/api/kept-lists.ts';
import { queryDataByName, readOptionSet } from '#schemas/generated/api/metadata.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { SelectOption } from '#schemas/metadata/option-set.ts';
import type { ReferenceValue } from '#schemas/metadata/value.ts';
import { treeOf } from '#generators/option-tree.ts';
import { valueType } from '#generators/field-types/registry.ts';
import type { Api } from './api.ts';
import type { RecordsAsked } from './records-asked.ts';
import type { StreamEvent } from './events.ts';
import { OptionTreeStore } from './option-trees.ts';

interface KnownSet {
  readonly options: readonly SelectOption[];
  readonly byValue: ReadonlyMap<string, SelectOption>;
}

/** Records that a text finds, each called by what tells it from the others. */
export type RecordFinder = (text: string) => Promise<ReferenceValue[]>;

const NO_OPTIONS: readonly SelectOption[] = [];
/** Names that one question may ask for. */
const NAMES_AT_ONCE = 100;

/** Labels of options and names of records, for cells, filters and forms. Lists of options load when first asked for, trees as far as is asked. */
export class LookupStore {
  readonly #sets = observable.map<string, KnownSet>({}, { deep: false });
  readonly #trees = new Map<string, OptionTreeStore>();
  readonly #asked = new Set<string>();
  /** Sets that staff changed while this page is open: what fields brought along of them is old. */
  readonly #changed = observable.set<string>([], { deep: false });
  /** Names of records by object and id; empty for those that are not there, or not for this person. */
  readonly #names = observable.map<string, string>({}, { deep: false });
  /** Lists of other objects, for filters on their records. */
  readonly #views = observable.map<string, ListView>({}, { deep: false });
  /** Ids whose names are wanted, by object, until the question is sent. */
  readonly #wanted = new Map<string, Set<string>>();
  readonly #api: Api;
  readonly #finders: Readonly<Record<string, RecordFinder>>;

  /** @param finders find records of an object by more than their names, by apiName. */
  constructor(api: Api, finders: Readonly<Record<string, RecordFinder>> = {}) {
    this.#api = api;
    this.#finders = finders;
    makeAutoObservable(this, {
      label: false,
      path: false,
      options: false,
      tree: false,
      recordName: false,
      listView: false,
      optionCounts: false,
      listNames: false,
    });
  }

  /**
   * Label of a stored value: from the field's own options, else from its option set, which is empty while the set is not
   * here; the value itself only where there is no label for it.
   */
  label(optionSet: string | undefined, value: string, field: FieldDefinition): string {
    if (field.config?.holds === 'object') return this.listView(value)?.label ?? value;
    const tree = this.tree(field);
    if (tree) return tree.want([value]) ? (tree.byValue.get(value)?.label ?? value) : '';
    const newer = this.#newer(optionSet)?.byValue.get(value);
    if (newer) return newer.label;
    const own = field.selectOptions?.find((option) => option.value === value);
    if (own || optionSet === undefined) return own?.label ?? value;
    const set = this.#set(optionSet);
    return set ? (set.byValue.get(value)?.label ?? value) : '';
  }

  /** Labels from the root of a tree to a value; empty while the tree is loading. A loop in the data ends the way. */
  path(optionSet: string | undefined, value: string): string[] {
    const tree = optionSet === undefined ? undefined : this.#tree(optionSet);
    return tree?.want([value])
      ? treeOf(tree.options)
          .path(value)
          .map((option) => option.label)
      : [];
  }

  /** The tree of a field, which comes as far as is asked; undefined where the field brings all of its options, or has a list. */
  tree = (field: FieldDefinition): OptionTreeStore | undefined => {
    const name = field.config?.optionSet;
    if (name === undefined || field.selectOptions !== undefined || valueType(field).options !== 'tree')
      return undefined;
    return this.#tree(name);
  };

  /** Options of a field: its own, else those of its option set; empty until loaded, and of a tree those that are here. */
  options(field: FieldDefinition): readonly SelectOption[] {
    const tree = this.tree(field);
    if (tree) return tree.options;
    const name = field.config?.optionSet ?? field.config?.bandOptionSet;
    return this.#newer(name)?.options ?? field.selectOptions ?? this.#set(name)?.options ?? NO_OPTIONS;
  }

  /** Records whose name contains a text, or whatever else their object is found by. Throws `ApiFailure`. */
  searchRecords = (
    objectApiName: string,
    text: string,
    limit: number,
    { spokenFor, linkOf, beside }: RecordsAsked = {},
  ): Promise<ReferenceValue[]> =>
    (text && this.#finders[objectApiName]?.(text)) ||
    this.#api.call(queryDataByName, {
      query: {
        objectApiName,
        pageSize: limit,
        ...(text && { name: text }),
        ...(spokenFor && { spokenFor }),
        ...(linkOf !== undefined && { linkOf }),
        ...(beside !== undefined && { beside }),
      },
    });

  /** How many matching records hold each option of a field. Rejects when they cannot be counted. */
  optionCounts = (query: OptionCountsQuery, signal: AbortSignal): Promise<OptionCounts> =>
    this.#api.call(countOptions, { body: query, signal });

  /** Name of a record; undefined until known. Names wanted at the same time are asked for together. */
  recordName = (objectApiName: string, id: string): string | undefined => {
    const key = `${objectApiName}/${id}`;
    const known = this.#names.get(key);
    if (known !== undefined) return known || undefined;
    if (this.#asked.has(key)) return undefined;
    this.#asked.add(key);
    const wanted = this.#wanted.get(objectApiName) ?? new Set();
    this.#wanted.set(objectApiName, wanted);
    if (wanted.size === 0) queueMicrotask(() => void this.#loadNames(objectApiName));
    wanted.add(id);
    return undefined;
  };

  /** Names of lists of records by id, one asked for at a time; undefined until known, and where one is not shared. */
  readonly listNames = {
    get: (id: string): string | undefined => {
      const key = `list of records/${id}`;
      if (!this.#names.has(key) && !this.#asked.has(key)) {
        this.#asked.add(key);
        void this.#loadListName(id, key);
      }
      return this.#names.get(key);
    },
  };

  /** What the list of an object shows this person; undefined until known, and where it is closed. */
  listView = (objectApiName: string): ListView | undefined => {
    const key = `list/${objectApiName}`;
    const known = this.#views.get(objectApiName);
    if (!known && !this.#asked.has(key)) {
      this.#asked.add(key);
      void this.#loadView(objectApiName);
    }
    return known;
  };

  /** Takes a hint: option sets in use are read again. */
  receive(event: StreamEvent): void {
    if (event.type === 'options.changed') {
      this.#changed.add(event.name);
      if (this.#sets.has(event.name)) void this.#load(event.name);
      this.#trees.get(event.name)?.renew();
    }
    if (event.type === 'metadata.changed' && this.#views.has(event.objectApiName))
      void this.#loadView(event.objectApiName);
    if (event.type !== 'stream.opened') return;
    for (const name of this.#sets.keys()) void this.#load(name);
    for (const tree of this.#trees.values()) tree.renew();
  }

  /** Forgets what it knows: the next person may see other names. */
  clear(): void {
    this.#sets.clear();
    for (const tree of this.#trees.values()) tree.clear();
    this.#trees.clear();
    this.#asked.clear();
    this.#changed.clear();
    this.#names.clear();
    this.#views.clear();
    this.#wanted.clear();
  }

  #tree(name: string): OptionTreeStore {
    const tree = this.#trees.get(name) ?? new OptionTreeStore(this.#api, name);
    this.#trees.set(name, tree);
    return tree;
  }

  #newer(name: string | undefined): KnownSet | undefined {
    return name !== undefined && this.#changed.has(name) ? this.#set(name) : undefined;
  }

  #set(name: string | undefined): KnownSet | undefined {
    if (name === undefined) return undefined;
    if (!this.#asked.has(name)) {
      this.#asked.add(name);
      void this.#load(name);
    }
    return this.#sets.get(name);
  }

  async #loadNames(objectApiName: string): Promise<void> {
    const ids = [...(this.#wanted.get(objectApiName) ?? [])];
    this.#wanted.delete(objectApiName);
    for (let at = 0; at < ids.length; at += NAMES_AT_ONCE) {
      const some = ids.slice(at, at + NAMES_AT_ONCE);
      try {
        const links = await this.#api.call(queryDataByName, { query: { objectApiName, ids: some.join(',') } });
        runInAction(() => {
          for (const id of some) this.#names.set(`${objectApiName}/${id}`, '');
          for (const { id, name } of links) this.#names.set(`${objectApiName}/${id}`, name);
        });
      } catch {
        // The id replaces the name; the next one to ask tries again.
        for (const id of some) this.#asked.delete(`${objectApiName}/${id}`);
      }
    }
  }

  async #loadListName(id: string, key: string): Promise<void> {
    try {
      const { name } = await this.#api.call(readKeptList, { params: { id } });
      runInAction(() => this.#names.set(key, name));
    } catch {
      // Its condition says that it is some list; the filter itself is refused by the server.
    }
  }

  async #loadView(objectApiName: string): Promise<void> {
    try {
      const { layout } = await this.#api.call(listRecords, { body: { objectApiName, pageSize: 1 } });
      runInAction(() => layout && this.#views.set(objectApiName, layout));
    } catch {
      this.#asked.delete(`list/${objectApiName}`);
    }
  }

  async #load(name: string): Promise<void> {
    try {
      const { options } = await this.#api.call(readOptionSet, { params: { name } });
      const byValue = new Map(options.map((option) => [option.value, option]));
      runInAction(() => this.#sets.set(name, { options, byValue }));
    } catch {
      // Values replace labels meanwhile; the next one to ask tries again.
      this.#asked.delete(name);
    }
  }
}
