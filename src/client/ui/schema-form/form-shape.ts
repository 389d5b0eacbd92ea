import type { ObservableMap } from 'mobx';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { FieldValue, RecordValues } from '#schemas/metadata/value.ts';
import { liveFields } from '#generators/object.ts';
import { formSections, type FormSection } from '#generators/ui-schema.ts';
import { isComputed } from '#generators/field-types/registry.ts';
import { cleanValue } from '#shared/validation/clean.ts';
import { compileObject, type ObjectCheck } from '#shared/validation/record-check.ts';
import { sameValue } from '#shared/validation/same-value.ts';
import { trackedValues } from './tracked-values.ts';

const sourceOf = ({ config }: FieldDefinition): string | undefined => config?.targetFrom ?? config?.holdsOf;

/** All of a form that follows from one version of its object; made once per version. */
export class FormShape {
  readonly definition: ObjectDefinition;
  readonly check: ObjectCheck;
  readonly fields: ReadonlyMap<string, FieldDefinition>;
  readonly sections: readonly FormSection[];
  /** Fields that are in a section; no user can fill the others on this form; they are still judged. */
  readonly placed: ReadonlySet<string>;
  /** The values being filled, each read from its slot when asked for. */
  readonly values: RecordValues;
  readonly #decided: ReadonlySet<string>;
  readonly #conditional: ReadonlySet<string>;
  readonly #targeted: readonly FieldDefinition[];

  constructor(definition: ObjectDefinition, slots: ObservableMap<string, FieldValue>) {
    const fields = liveFields(definition);
    const targets = (kind: string) => definition.rules.filter((rule) => rule.kind === kind).map((rule) => rule.target);
    const formulas = fields.filter(isComputed).map((field) => field.apiName);
    this.definition = definition;
    this.check = compileObject(definition);
    this.fields = new Map(fields.map((field) => [field.apiName, field]));
    this.sections = formSections(definition);
    this.placed = new Set(this.sections.flatMap((section) => section.fields));
    this.values = trackedValues(fields, slots);
    this.#decided = new Set([...formulas, ...targets('value')]);
    this.#conditional = new Set(targets('visible'));
    this.#targeted = fields.filter((field) => sourceOf(field) !== undefined);
  }

  /** May a rule or formula give the field its value? */
  isDecided(apiName: string): boolean {
    return this.#decided.has(apiName);
  }

  /** May a rule hide the field? */
  isConditional(apiName: string): boolean {
    return this.#conditional.has(apiName);
  }

  /** Fields that mean something for the object, or the field, that a field holds alone: another one has others. */
  targetedBy(apiName: string): readonly string[] {
    const links = this.#targeted.filter((field) => sourceOf(field) === apiName);
    return links.map((field) => field.apiName);
  }

  /** The values of a record's row that are fields of this version. */
  pick(row: Readonly<Record<string, unknown>>): RecordValues {
    return Object.fromEntries(Object.entries(row).filter(([apiName]) => this.fields.has(apiName))) as RecordValues;
  }

  /** Do two values of a field say the same once blanks, names of links and worked-out parts are left out? */
  isSame(apiName: string, left: FieldValue, right: FieldValue): boolean {
    const field = this.fields.get(apiName);
    if (left === right || !field) return left === right;
    return sameValue(cleanValue(field, left), cleanValue(field, right));
  }

  /** Sorts by the place a field has on the form; fields that are not on it come last. */
  inOrder<Entry extends { readonly field: string }>(entries: readonly Entry[]): readonly Entry[] {
    const order = new Map(this.sections.flatMap((section) => section.fields).map((apiName, index) => [apiName, index]));
    const place = ({ field }: Entry) => order.get(field) ?? order.size;
    return [...entries].sort((left, right) => place(left) - place(right));
  }
}
