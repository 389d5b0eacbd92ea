import { makeAutoObservable, observable } from 'mobx';

/** Which records an act is for: these, or all that the list's question matches except those. */
export interface SelectionScope {
  readonly ids?: readonly string[];
  readonly except?: readonly string[];
}

/** The rows that a person has picked, whether they are on screen or not: some by id, or all that match except a few. */
export class RowSelection {
  mode: 'some' | 'all' = 'some';
  /** Picked ids, or with `all` the ids that are left out. */
  readonly #ids = observable.set<string>([], { deep: false });

  constructor() {
    makeAutoObservable(this, { has: false, size: false });
  }

  get isEmpty(): boolean {
    return this.mode === 'some' && this.#ids.size === 0;
  }

  /** How many are left out of all; 0 while only some are picked. */
  get excepted(): number {
    return this.mode === 'all' ? this.#ids.size : 0;
  }

  get scope(): SelectionScope {
    return this.mode === 'some' ? { ids: [...this.#ids] } : { except: [...this.#ids] };
  }

  /** Is this row picked? Observable. */
  has(id: string): boolean {
    return this.#ids.has(id) === (this.mode === 'some');
  }

  /** How many rows are picked of a list of `total` rows; undefined when that hangs on a total that is not known. */
  size(total: number | undefined): number | undefined {
    if (this.mode === 'some') return this.#ids.size;
    return total === undefined ? undefined : Math.max(0, total - this.#ids.size);
  }

  toggle(id: string): void {
    this.#set(id, !this.has(id));
  }

  /** Picks every row of a range, or lets every one go. */
  range(ids: readonly string[], picked = true): void {
    for (const id of ids) this.#set(id, picked);
  }

  /** Picks all that match, also those that were never on screen. */
  all(): void {
    this.#ids.clear();
    this.mode = 'all';
  }

  clear(): void {
    this.#ids.clear();
    this.mode = 'some';
  }

  #set(id: string, picked: boolean): void {
    if (picked === (this.mode === 'some')) this.#ids.add(id);
    else this.#ids.delete(id);
  }
}
