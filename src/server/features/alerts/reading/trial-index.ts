import type { Condition } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { RecordValues } from '#schemas/metadata/value.ts';
import { comparisons } from '#generators/filters.ts';
import { compilePredicate } from '#shared/conditions/predicate.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import type { SubscriptionRow } from '#server/features/alerts/base/queries.ts';
import type { Trial } from '#server/features/alerts/base/trial.ts';
import { triedFields } from '#server/features/alerts/base/watched.ts';
import { anchorsOf, anchorValues } from './anchors.ts';

/** What one subscription asks about one object. */
export interface Asked {
  readonly subscription: SubscriptionRow;
  readonly trial: Trial;
}

/** Subscriptions of one condition: it is tried once for all of them. */
export interface AskedAlike {
  readonly matches: (values: RecordValues) => boolean;
  readonly asked: Asked[];
}

/** Everything that is asked about the records of one object, found by a record that changed. */
export class TrialIndex {
  readonly object: CatalogObject;
  readonly #today: string;
  readonly #fields: ReadonlyMap<string, FieldDefinition>;
  readonly #groups = new Map<string, AskedAlike>();
  readonly #anchored = new Map<string, Map<unknown, AskedAlike[]>>();
  readonly #others: AskedAlike[] = [];
  readonly #records = new Map<string, Asked[]>();
  readonly #named = new Set<string>();

  constructor(object: CatalogObject, today: string) {
    this.object = object;
    this.#today = today;
    this.#fields = new Map(triedFields(object).map((field) => [field.apiName, field]));
  }

  add(asked: Asked): void {
    const { record, condition } = asked.trial;
    if (record !== undefined) {
      const known = this.#records.get(record);
      if (known) known.push(asked);
      else this.#records.set(record, [asked]);
      return;
    }
    const key = condition ? JSON.stringify(condition) : '';
    const group = this.#groups.get(key);
    if (group) group.asked.push(asked);
    else this.#begin(key, condition, asked);
  }

  /** Fields whose values decide. */
  get fields(): readonly FieldDefinition[] {
    return [...this.#named].flatMap((name) => this.#fields.get(name) ?? []);
  }

  /** Subscriptions to the record itself. */
  ofRecord(id: string): readonly Asked[] {
    return this.#records.get(id) ?? [];
  }

  /** Conditions that a record may meet or have met. */
  candidates(states: readonly (RecordValues | undefined)[]): ReadonlySet<AskedAlike> {
    const found = new Set(this.#others);
    for (const [field, byValue] of this.#anchored)
      for (const values of states)
        for (const value of values ? anchorValues(values, field) : [])
          for (const group of byValue.get(value) ?? []) found.add(group);
    return found;
  }

  #begin(key: string, condition: Condition | undefined, asked: Asked): void {
    const fields = [...this.#fields.values()];
    const matches = condition ? compilePredicate({ fields }, condition, { today: this.#today }) : () => true;
    const group: AskedAlike = { matches, asked: [asked] };
    this.#groups.set(key, group);
    if (condition) for (const { field } of comparisons(condition)) this.#named.add(field);
    const anchors = anchorsOf(this.#fields, condition, this.#today);
    if (!anchors) {
      this.#others.push(group);
      return;
    }
    for (const { field, value } of anchors) {
      const byValue = this.#anchored.get(field) ?? new Map<unknown, AskedAlike[]>();
      this.#anchored.set(field, byValue);
      const groups = byValue.get(value);
      if (groups) groups.push(group);
      else byValue.set(value, [group]);
    }
  }
}
