import { makeAutoObservable, observable, runInAction } from 'mobx';
import type { TreeOption } from '#schemas/api/metadata.ts';
import { findChildOptions, findOptions, searchOptions } from '#schemas/generated/api/metadata.ts';
import type { Api } from './api.ts';

/** The key of the first level among those of branches, whose values are never empty. */
const TOP = '';
/** Options that one question may name. */
const NAMED_AT_ONCE = 100;

/** A tree of options as far as its branches were opened, its options named or found. Reads are observable, and asking loads. */
export class OptionTreeStore {
  /** Options of the branches that were opened, in the order of the set. */
  readonly #levels = observable.map<string, readonly TreeOption[]>({}, { deep: false });
  /** Options that came by their values, with those above them. */
  readonly #named = observable.map<string, TreeOption>({}, { deep: false });
  /** Branches that could not be read, and values for which there is no option. */
  readonly #failed = observable.set<string>();
  readonly #absent = observable.set<string>();
  readonly #askedLevels = new Set<string>();
  readonly #askedValues = new Set<string>();
  #wanted: string[] = [];
  /** Counts changes of the set: what was asked before one is old when it comes. */
  #revision = 0;
  readonly #api: Api;
  readonly #optionSet: string;

  constructor(api: Api, optionSet: string) {
    this.#api = api;
    this.#optionSet = optionSet;
    makeAutoObservable(this, { want: false, level: false });
  }

  /** All that is known, each option once; levels that are whole come first, in their order. */
  get options(): readonly TreeOption[] {
    const known = new Map<string, TreeOption>();
    for (const option of [...this.#levels.values()].flat()) known.set(option.value, option);
    for (const option of this.#named.values()) if (!known.has(option.value)) known.set(option.value, option);
    return [...known.values()];
  }

  get byValue(): ReadonlyMap<string, TreeOption> {
    return new Map(this.options.map((option) => [option.value, option]));
  }

  /** Asks for options and those above them. True when they are here, or known not to be. */
  want(values: readonly string[]): boolean {
    let isHere = true;
    for (const value of values) {
      if (this.#named.has(value) || this.#absent.has(value)) continue;
      // The way to an option of an open branch is open as well.
      if (this.byValue.has(value)) continue;
      isHere = false;
      if (this.#askedValues.has(value)) continue;
      this.#askedValues.add(value);
      if (this.#wanted.push(value) === 1) queueMicrotask(() => void this.#loadWanted());
    }
    return isHere;
  }

  /** Is the level below a branch here? */
  level(parent: string | undefined): 'here' | 'loading' | 'failed' {
    const key = parent ?? TOP;
    if (this.#levels.has(key)) return 'here';
    if (this.#failed.has(key)) return 'failed';
    if (!this.#askedLevels.has(key)) {
      this.#askedLevels.add(key);
      void this.#loadLevel(key);
    }
    return 'loading';
  }

  /** Reads a level once more that could not be read. */
  retry(parent: string | undefined): void {
    const key = parent ?? TOP;
    this.#failed.delete(key);
    this.#askedLevels.add(key);
    void this.#loadLevel(key);
  }

  /** Options that a text finds, in the order of the set. Throws `ApiFailure`. */
  async search(text: string, signal: AbortSignal): Promise<readonly TreeOption[]> {
    const query = { optionSet: this.#optionSet, text };
    const { found, options } = await this.#api.call(searchOptions, { query, signal });
    runInAction(() => this.#keep(options));
    const byValue = new Map(options.map((option) => [option.value, option]));
    return found.flatMap((value) => byValue.get(value) ?? []);
  }

  /** The set was changed: what is here is read again, and shown until the newer comes. */
  renew(): void {
    this.#revision += 1;
    this.#failed.clear();
    for (const key of this.#askedLevels) void this.#loadLevel(key);
    const values = new Set([...this.#askedValues, ...this.#named.keys()]);
    this.#wanted = [...values];
    if (values.size > 0) void this.#loadWanted();
  }

  /** Forgets the tree: the next user may see none. */
  clear(): void {
    this.#revision += 1;
    for (const kept of [this.#levels, this.#named, this.#failed, this.#absent]) kept.clear();
    this.#askedLevels.clear();
    this.#askedValues.clear();
    this.#wanted = [];
  }

  #keep(options: readonly TreeOption[]): void {
    for (const option of options) {
      this.#named.set(option.value, option);
      this.#absent.delete(option.value);
    }
  }

  async #loadLevel(key: string): Promise<void> {
    const mine = this.#revision;
    const query = { optionSet: this.#optionSet, ...(key !== TOP && { parent: key }) };
    try {
      const options = await this.#api.call(findChildOptions, { query });
      if (mine === this.#revision) runInAction(() => this.#levels.set(key, options));
    } catch {
      if (mine === this.#revision && !this.#levels.has(key)) runInAction(() => this.#failed.add(key));
    }
  }

  async #loadWanted(): Promise<void> {
    const values = this.#wanted;
    this.#wanted = [];
    const mine = this.#revision;
    for (let at = 0; at < values.length; at += NAMED_AT_ONCE) {
      const some = values.slice(at, at + NAMED_AT_ONCE);
      try {
        const options = await this.#api.call(findOptions, { body: { optionSet: this.#optionSet, values: some } });
        if (mine !== this.#revision) return;
        runInAction(() => {
          this.#keep(options);
          const found = new Set(options.map(({ value }) => value));
          for (const value of some) {
            if (found.has(value)) continue;
            this.#absent.add(value);
            this.#named.delete(value);
          }
        });
      } catch {
        // Values replace labels meanwhile; the next one to ask tries again.
        for (const value of some) this.#askedValues.delete(value);
      }
    }
  }
}
