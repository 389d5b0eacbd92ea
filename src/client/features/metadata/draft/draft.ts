import { makeAutoObservable, observableRef } from 'mobx';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { isSame } from '#shared/metadata/merge-parts.ts';

/** Steps back that are remembered. */
const REMEMBERED = 200;

interface Versioned {
  readonly version?: number | undefined;
}

/** Something being changed: where it began, what it is now, and every step between. Knows no server. */
export class Draft<T extends Versioned> {
  /** As saved when the edit began; undefined for what is new. */
  base: T | undefined;
  current: T;
  /** Earlier states, oldest first, and states taken back, next first. */
  past: readonly T[] = [];
  future: readonly T[] = [];
  #group: string | undefined;
  readonly #isEqual: (left: T, right: T) => boolean;

  constructor(base: T | undefined, current: T, isEqual: (left: T, right: T) => boolean = isSame) {
    this.base = base;
    this.current = current;
    this.#isEqual = isEqual;
    const refs = { base: observableRef, current: observableRef, past: observableRef, future: observableRef };
    makeAutoObservable(this, refs, { autoBind: true });
  }

  /** Version that a save builds on; 0 for what is new. */
  get baseVersion(): number {
    return this.base?.version ?? 0;
  }

  get isDirty(): boolean {
    return this.base === undefined || !this.#isEqual({ ...this.base, version: this.current.version }, this.current);
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  get canRedo(): boolean {
    return this.future.length > 0;
  }

  /** Takes a step. Steps of one `group` in a row, as keys typed into one form are, are taken back together. */
  change(next: T, group?: string): void {
    if (this.#isEqual(next, this.current)) return;
    if (group === undefined || group !== this.#group) this.past = [...this.past, this.current].slice(-REMEMBERED);
    this.#group = group;
    this.future = [];
    this.current = next;
  }

  /** The next step begins a group of its own. */
  endGroup(): void {
    this.#group = undefined;
  }

  undo(): void {
    const before = this.past.at(-1);
    if (!before) return;
    this.past = this.past.slice(0, -1);
    this.future = [this.current, ...this.future];
    this.#group = undefined;
    this.current = before;
  }

  redo(): void {
    const [next, ...rest] = this.future;
    if (!next) return;
    this.past = [...this.past, this.current];
    this.future = rest;
    this.#group = undefined;
    this.current = next;
  }

  /** Begins from what is saved, or with something already changed. Steps before it belong to another base and are gone. */
  restart(base: T | undefined, current?: T): void {
    const next = current ?? base;
    if (!next) return;
    this.base = base;
    this.current = next;
    this.past = [];
    this.future = [];
    this.#group = undefined;
  }
}

export type DefinitionDraft = Draft<ObjectDefinition>;
