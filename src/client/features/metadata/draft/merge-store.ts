import { makeAutoObservable, observable } from 'mobx';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { mergeDefinitions } from '#shared/metadata/merge-definitions.ts';
import { pathKey, type MergeClash, type Side, type Three } from '#shared/metadata/merge-parts.ts';

/** Bringing together what two people made of one definition; asks only what both changed differently. */
export class MergeStore {
  readonly sides: Three<ObjectDefinition>;
  readonly clashes: readonly MergeClash[];
  readonly choices = observable.map<string, Side>({}, { deep: false });

  constructor(sides: Three<ObjectDefinition>) {
    this.sides = sides;
    this.clashes = mergeDefinitions(sides).clashes;
    makeAutoObservable(this, { sides: false, clashes: false }, { autoBind: true });
  }

  /** Both together, as chosen so far. */
  get definition(): ObjectDefinition {
    return mergeDefinitions(this.sides, new Map(this.choices)).definition;
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
