import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { FieldValue, RecordValues } from '#schemas/metadata/value.ts';
import type { RuleContext } from './frame.ts';
import { RecordView } from './record-view.ts';
import { compileRules, type RuleSet } from './rule-set.ts';

/** Raised when the same expression over the same values would give another answer. */
const EDITION = 1;

/** The formulas of an object, worked out of records as they are kept: no other rule, no user, equivalents as stored. */
export class Formulas {
  readonly fields: readonly FieldDefinition[];
  readonly #set: RuleSet;
  /** Those that give the same answer on every day. */
  readonly #lasting: readonly string[];

  constructor(object: ObjectDefinition) {
    this.#set = compileRules({ ...object, rules: [] });
    this.fields = this.#set.rules.map(({ target }) => target);
    this.#lasting = this.fields.map(({ apiName }) => apiName).filter((apiName) => !this.changesDaily(apiName));
  }

  /** The fields that a formula reads, over other formulas too; none of them is a formula. */
  sources(apiName: string): ReadonlySet<string> {
    const found = [...this.#reached(apiName)].flatMap((formula) => this.#reads(formula));
    return new Set(found.filter((read) => !this.#set.byTarget.has(read)));
  }

  /** Does a formula give another answer on another day, though the record stays the same? */
  changesDaily(apiName: string): boolean {
    return [...this.#reached(apiName)].some((formula) => this.#rule(formula)?.roots.has('today'));
  }

  /** Equal texts say that the formula gives the same of the same record. */
  fingerprint(apiName: string): string {
    const parts = [...this.#reached(apiName)].map((formula) => {
      const { config, decimalPlaces } = this.#rule(formula)?.target ?? {};
      return [formula, config?.expression, config?.resultType, decimalPlaces];
    });
    return JSON.stringify([EDITION, ...parts]);
  }

  /** What some formulas give for a record on a day; undefined where they give nothing or fail. */
  values(names: readonly string[], record: RecordValues, today: string): Readonly<Record<string, FieldValue>> {
    const view = this.#viewOf(record, today);
    return Object.fromEntries(names.map((apiName) => [apiName, view.value(apiName)]));
  }

  #viewOf(record: RecordValues, today: string): RecordView {
    const context: RuleContext = { user: { id: '', roles: [] }, today, isKept: true };
    return new RecordView(this.#set, record, context);
  }

  /** A complete record with its formulas as they are kept. One that changes daily is never kept: it would be wrong tomorrow. */
  kept(record: RecordValues, today: string): RecordValues {
    const view = this.#viewOf(record, today);
    const kept: Record<string, FieldValue> = {};
    for (const apiName of Object.keys(record)) if (!this.#set.byTarget.has(apiName)) kept[apiName] = record[apiName];
    for (const apiName of this.#lasting) {
      const value = view.value(apiName);
      if (value !== undefined) kept[apiName] = value;
    }
    return kept;
  }

  #rule(apiName: string) {
    return this.#set.byTarget.get(apiName)?.[0];
  }

  #reads(apiName: string): readonly string[] {
    return [...(this.#rule(apiName)?.reads ?? [])];
  }

  /** The formula and those that it is worked out from; each once, though they read each other in a ring. */
  #reached(apiName: string): ReadonlySet<string> {
    const reached = new Set([apiName]);
    for (const formula of reached)
      for (const read of this.#reads(formula)) if (this.#set.byTarget.has(read)) reached.add(read);
    return reached;
  }
}
