import { makeAutoObservable, observable } from 'mobx';
import { pathKey, type MergeChoices, type MergeClash, type Side } from '#shared/metadata/merge-parts.ts';

interface Merged<T> {
  readonly merged: T;
  readonly clashes: readonly MergeClash[];
}

/** Bringing together what two users made of one thing; asks only what both changed differently. */
export class MergeStore<T> {
  readonly clashes: readonly MergeClash[];
  readonly choices = observable.map<string, Side>({}, { deep: false });
  readonly #merge: (choices: MergeChoices) => Merged<T>;

  constructor(merge: (choices: MergeChoices) => Merged<T>) {
    this.#merge = merge;
    this.clashes = merge(new Map()).clashes;
    makeAutoObservable(this, { clashes: false }, { autoBind: true });
  }

  /** Both together, as chosen so far. */
  get merged(): T {
    return this.#merge(new Map(this.choices)).merged;
  }

  /** Questions without an answer. */
  get open(): number {
    return this.clashes.filter(({ path }) => !this.choices.has(pathKey(path))).length;
  }

  choiceOf(clash: MergeClash): Side | undefined {
    return this.choices.get(pathKey(clash.path));
  }

  choose(clash: MergeClash, side: Side): void {
    this.choices.set(pathKey(clash.path), side);
  }

  chooseAll(side: Side): void {
    for (const clash of this.clashes) this.choose(clash, side);
  }
}
