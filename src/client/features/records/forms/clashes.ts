import { makeAutoObservable, observable } from 'mobx';
import type { FieldValue, RecordValues } from '#schemas/metadata/value.ts';
import type { FormShape } from '#client/ui/schema-form/form-shape.ts';
import type { FormStore } from '#client/ui/schema-form/form-store.ts';

/** One field that this user and another changed to different values. */
export interface Clash {
  readonly field: string;
  readonly mine: FieldValue;
  readonly theirs: FieldValue;
}

interface Side {
  readonly field: string;
  readonly before: FieldValue;
  readonly mine: FieldValue;
}

/** Which of my changes conflict with the change of another user. */
export function clashesOf(shape: FormShape, sides: readonly Side[], latest: RecordValues): readonly Clash[] {
  const clashing = sides.filter(({ field, before, mine }) => {
    const theirs = latest[field];
    return shape.fields.has(field) && !shape.isSame(field, before, theirs) && !shape.isSame(field, mine, theirs);
  });
  return shape.inOrder(clashing.map(({ field, mine }) => ({ field, mine, theirs: latest[field] })));
}

/** The question which of two values to keep, for each field that two people changed. Until it is answered, mine are kept. */
export class ClashStore {
  readonly clashes: readonly Clash[];
  readonly theirs = observable.set<string>([], { deep: false });
  readonly #form: FormStore;

  constructor(form: FormStore, clashes: readonly Clash[]) {
    this.#form = form;
    this.clashes = clashes;
    makeAutoObservable(this, { clashes: false }, { autoBind: true });
  }

  choose(field: string, side: 'mine' | 'theirs'): void {
    if (side === 'theirs') this.theirs.add(field);
    else this.theirs.delete(field);
  }

  chooseAll(side: 'mine' | 'theirs'): void {
    for (const { field } of this.clashes) this.choose(field, side);
  }

  /** Writes the answer into the form. */
  settle(): void {
    for (const { field, theirs } of this.clashes) if (this.theirs.has(field)) this.#form.set(field, theirs);
  }
}
