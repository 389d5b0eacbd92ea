import { makeAutoObservable, observable, observableRef } from 'mobx';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { FieldValue, RecordValues } from '#schemas/metadata/value.ts';
import { isAutomatic } from '#generators/field-types/registry.ts';
import { formerNames, withCurrentNames } from '#generators/former-names.ts';
import type { Problem } from '#shared/errors.ts';
import type { RateTable } from '#shared/money/rates.ts';
import type { FieldState, RuleContext } from '#shared/validation/record-check.ts';
import { FieldSlot } from './field-slot.ts';
import { FormShape } from './form-shape.ts';

export interface FormSource {
  readonly definition: ObjectDefinition;
  /** The row as last saved; absent for a new record, which then starts with the defaults. */
  readonly saved?: Readonly<Record<string, unknown>> | undefined;
  /** Fields whose values this person may not see. */
  readonly locked?: readonly string[] | undefined;
  readonly user: RuleContext['user'];
  /** The day in Asia/Shanghai, YYYY-MM-DD. */
  readonly today: string;
  /** Rates for rules that convert amounts; a form without money does without. */
  readonly rates?: RateTable | undefined;
}

/** A record being filled: one slot per field, what rules make of it, and what is wrong with it. Knows no server. */
export class FormStore {
  shape: FormShape;
  /** What the form started from and returns to; the defaults of a new record. */
  saved: RecordValues;
  readonly locked: ReadonlySet<string>;
  /** What a submit or the server said about fields, until they change. */
  readonly refusals = observable.map<string, string>({}, { deep: false });
  /** Values of fields that were removed while the form was open; they come back with their field. */
  readonly aside = observable.map<string, FieldValue>({}, { deep: false });
  readonly changed = observable.set<string>([], { deep: false });
  submitted = false;
  /** How often the user has left a field. */
  leaves = 0;
  readonly #values = observable.map<string, FieldValue>({}, { deep: false });
  readonly #left = observable.set<string>([], { deep: false });
  /** Fields that a user filled, or a draft: no formula gives them a value any more. */
  readonly #typed = new Set<string>();
  readonly #slots = new Map<string, FieldSlot>();
  readonly #isNew: boolean;
  readonly #person: Pick<RuleContext, 'user' | 'today' | 'rates'>;

  constructor({ definition, saved, locked = [], user, today, rates }: FormSource) {
    this.shape = new FormShape(definition, this.#values);
    this.#isNew = saved === undefined;
    this.#person = { user, today, rates };
    this.locked = new Set(locked);
    this.saved = saved ? this.shape.pick(saved) : this.shape.check.initial(this.#person);
    this.#values.replace(Object.entries(this.saved));
    const reads = {
      slot: false,
      valueOf: false,
      stateOf: false,
      faultOf: false,
      isAsked: false,
      mayHide: false,
      shows: false,
      isInSight: false,
    } as const;
    makeAutoObservable(
      this,
      { shape: observableRef, saved: observableRef, locked: false, ...reads },
      { autoBind: true },
    );
  }

  get context(): RuleContext {
    return this.#isNew ? this.#person : { ...this.#person, old: this.saved };
  }

  get isDirty(): boolean {
    return this.changed.size > 0;
  }

  /** Fields that show a problem, in reading order. */
  get problems(): readonly Problem[] {
    return this.shape.sections
      .flatMap((section) => section.fields)
      .flatMap((field) => {
        const message = this.slot(field).problem;
        return message === undefined ? [] : [{ field, message }];
      });
  }

  /** Problems that prevent saving and belong to no field that can be seen here: listed above the form, by label. */
  get elsewhere(): readonly Problem[] {
    const told = new Map([...this.refusals].filter(([apiName]) => !this.isInSight(apiName)));
    for (const apiName of this.submitted ? this.shape.fields.keys() : []) {
      if (this.shape.placed.has(apiName) || told.has(apiName)) continue;
      const { fault } = this.slot(apiName);
      if (fault !== undefined) told.set(apiName, fault);
    }
    return [...told].map(([field, message]) => ({ field, message }));
  }

  /** Is the field on the form, and hidden by no rule? */
  isInSight(apiName: string): boolean {
    return this.shape.placed.has(apiName) && this.slot(apiName).visible;
  }

  /** The slot of a field; the same one every time. */
  slot(apiName: string): FieldSlot {
    const slot = this.#slots.get(apiName) ?? new FieldSlot(this, apiName);
    this.#slots.set(apiName, slot);
    return slot;
  }

  valueOf(apiName: string): FieldValue {
    if (!this.shape.isDecided(apiName)) return this.#values.get(apiName);
    return this.shape.check.fieldValue(apiName, this.shape.values, this.context);
  }

  stateOf(apiName: string): FieldState {
    return this.shape.check.fieldState(apiName, this.shape.values, this.context);
  }

  faultOf(apiName: string): string | undefined {
    return this.shape.check.fieldProblem(apiName, this.shape.values, this.context);
  }

  /** May the field be hidden, by a rule or because its value is not for this person? */
  mayHide(apiName: string): boolean {
    return this.locked.has(apiName) || this.shape.isConditional(apiName);
  }

  shows(apiName: string): boolean {
    return this.mayHide(apiName) ? this.slot(apiName).visible : this.shape.fields.has(apiName);
  }

  /** Is it time to show the user what is wrong with the field? */
  isAsked(apiName: string): boolean {
    return this.submitted || this.#left.has(apiName);
  }

  /** The user gives the field another value, which takes away what belonged to the one before. */
  change(apiName: string, value: FieldValue): void {
    const isOther = value !== this.#values.get(apiName);
    this.set(apiName, value);
    if (isOther) for (const link of this.shape.targetedBy(apiName)) this.change(link, undefined);
  }

  set(apiName: string, value: FieldValue): void {
    this.#typed.add(apiName);
    this.#put(apiName, value);
    this.#begin();
  }

  /** Fills fields of a new record by the formulas of their defaults, as long as no user filled them. */
  #begin(): void {
    const { starts } = this.shape.check;
    if (!this.#isNew || starts.names.size === 0) return;
    const isGiven = (apiName: string) => this.#typed.has(apiName);
    for (const [apiName, value] of Object.entries(starts.of(this.#sound(), isGiven, this.context)))
      if (!this.shape.isSame(apiName, value, this.#values.get(apiName))) this.#values.set(apiName, value);
  }

  /** Is an empty value what the user wants, where a formula would give one? */
  #isCleared(apiName: string): boolean {
    return this.#typed.has(apiName) && this.shape.check.starts.names.has(apiName);
  }

  #put(apiName: string, value: FieldValue): void {
    this.#values.set(apiName, value);
    if (this.shape.isSame(apiName, value, this.saved[apiName])) this.changed.delete(apiName);
    else this.changed.add(apiName);
    if (this.refusals.size === 0) return;
    this.refusals.delete(apiName);
    for (const reader of this.shape.check.rulesReading(apiName)) this.refusals.delete(reader);
  }

  leave(apiName: string): void {
    this.#left.add(apiName);
    this.leaves += 1;
  }

  /** Every problem that prevents saving, in reading order; from now on shown in place as well. */
  judge(): readonly Problem[] {
    this.submitted = true;
    this.refusals.clear();
    const { problems } = this.shape.check.check(this.#sound(), this.context);
    const open = problems.filter(({ field }) => !this.locked.has(field));
    // Rules that speak only at a submit are no fault of the field while it is being filled.
    for (const { field, message } of open) if (this.slot(field).fault === undefined) this.refusals.set(field, message);
    return this.shape.inOrder(open);
  }

  /** Shows what the server found wrong: in place, or above the form where the field cannot be seen. */
  refuse(problems: readonly Problem[]): void {
    for (const { field, message } of problems) this.refusals.set(field, message);
  }

  /** What to send: the values of a new record, or only what changed; null for what was cleared, defaults included. */
  payload(): Record<string, unknown> {
    const { values } = this.shape.check.check(this.#sound(), this.context);
    const sent: Record<string, unknown> = {};
    for (const [apiName, field] of this.shape.fields) {
      if (isAutomatic(field) || this.locked.has(apiName)) continue;
      const value = values[apiName];
      const before = this.saved[apiName];
      const isSaid = value !== undefined || before !== undefined || this.#isCleared(apiName);
      if (this.#isNew ? isSaid : !this.shape.isSame(apiName, value, before)) sent[apiName] = value ?? null;
    }
    return sent;
  }

  /** Takes another version of the object: what was typed stays, new fields appear, values of removed ones are set aside. */
  adopt(definition: ObjectDefinition): void {
    if (definition === this.shape.definition) return;
    this.shape = new FormShape(definition, this.#values);
    for (const [apiName, value] of this.#values) {
      if (this.shape.fields.has(apiName)) continue;
      this.aside.set(apiName, value);
      this.#values.delete(apiName);
      this.changed.delete(apiName);
    }
    this.saved = withCurrentNames(definition.fields, this.saved);
    const defaults: RecordValues = this.#isNew ? this.shape.check.initial(this.#person) : {};
    for (const [apiName, field] of this.shape.fields) {
      if (this.#values.has(apiName)) continue;
      if (apiName in defaults && !(apiName in this.saved)) this.saved = { ...this.saved, [apiName]: defaults[apiName] };
      // What was typed under a former name belongs to the field that had it.
      const known = [apiName, ...formerNames(field)].find((name) => this.aside.has(name)) ?? apiName;
      const value = this.aside.get(known) ?? defaults[apiName];
      this.aside.delete(known);
      if (value !== undefined) this.#put(apiName, value);
    }
  }

  /** Goes on from another saved state: fields that the person did not touch follow it, the others keep what was typed. */
  rebase(row: Readonly<Record<string, unknown>>): void {
    const touched = new Set(this.changed);
    this.saved = this.shape.pick(row);
    for (const apiName of this.shape.fields.keys()) {
      this.#put(apiName, touched.has(apiName) ? this.#values.get(apiName) : this.saved[apiName]);
    }
    this.#begin();
  }

  /** Puts everything back to the saved state. */
  revert(): void {
    this.changed.clear();
    this.#typed.clear();
    this.rebase(this.saved);
    this.refusals.clear();
    this.#left.clear();
    this.submitted = false;
  }

  /** The values without blanks and without what the system works out itself. */
  #sound(): RecordValues {
    return this.shape.check.clean(this.shape.pick(Object.fromEntries(this.#values))).values;
  }
}
