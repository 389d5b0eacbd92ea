import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { RecordValues } from '#schemas/metadata/value.ts';
import type { OptionSet } from '#schemas/metadata/option-set.ts';
import { currentName } from '#generators/former-names.ts';
import { recordSchema } from '#generators/json-schema.ts';
import { isSystem, liveFields } from '#generators/object.ts';
import { resolveOptions } from '#generators/options.ts';
import { tableOf } from '#generators/storage.ts';
import { isComputed, isFromOthers } from '#generators/field-types/registry.ts';
import { Formulas } from '#shared/rules/formulas.ts';
import { compileObject, type ObjectCheck } from '#shared/validation/record-check.ts';
import { type DerivedGroup, emptyValue, type LedGroup } from '#server/core/derived/plan.ts';
import { compileWithAjv } from './ajv.ts';

type StructureCheck = ReturnType<typeof compileWithAjv>;

/** An object at its current version with all that the server works out from it, each worked out when first asked for. */
export class CatalogObject {
  /** As saved: fields name their option sets. */
  readonly saved: ObjectDefinition;
  /** With the options of lists and trees filled in. */
  readonly definition: ObjectDefinition;
  readonly table: string;
  readonly fields: readonly FieldDefinition[];
  readonly #byName: ReadonlyMap<string, FieldDefinition>;
  #check: ObjectCheck | undefined;
  #structure: StructureCheck | undefined;
  #commonGrams: ReadonlySet<number> | undefined;
  #formulas: Formulas | undefined;
  /** Grows when what is worked out of the records changes; a writer who does not know of it reads the catalog again. */
  readonly revision: number;
  /** Values of the records that are worked out of others, and values of others that read them; only the catalog sets them. */
  groups: readonly DerivedGroup[] = [];
  readBy: readonly DerivedGroup[] = [];
  ledBy: readonly LedGroup[] = [];
  #keptFormulas: ReadonlySet<string> = new Set();
  #allKept: boolean | undefined;

  constructor(saved: ObjectDefinition, optionSets: ReadonlyMap<string, OptionSet>, revision = 0) {
    this.revision = revision;
    this.saved = saved;
    this.definition = resolveOptions(saved, optionSets);
    this.table = tableOf(saved);
    this.fields = liveFields(this.definition);
    this.#byName = new Map(this.fields.map((field) => [field.apiName, field]));
  }

  /** The same object by another definition. */
  as(saved: ObjectDefinition, optionSets: ReadonlyMap<string, OptionSet>): CatalogObject {
    const other = new CatalogObject(saved, optionSets, this.revision);
    other.groups = this.groups;
    other.readBy = this.readBy;
    other.ledBy = this.ledBy;
    other.#commonGrams = this.#commonGrams;
    return other;
  }

  get apiName(): string {
    return this.saved.apiName;
  }

  /** Are the records kept by a feature? They are shown here and written there. */
  get isSystem(): boolean {
    return isSystem(this.saved);
  }

  get version(): number {
    return this.saved.version;
  }

  /** Are all records in the search index? False also while that is not known. Only SearchIndex finds out. */
  get searchFilled(): boolean {
    return this.#commonGrams !== undefined;
  }

  /** Pieces of words that are known to be in many records; see lib/search. */
  get commonGrams(): ReadonlySet<number> | undefined {
    return this.#commonGrams;
  }

  markSearchFilled(common: ReadonlySet<number>): void {
    this.#commonGrams = common;
  }

  /** The formulas, as they are worked out of records that are kept. */
  get formulas(): Formulas {
    this.#formulas ??= new Formulas(this.definition);
    return this.#formulas;
  }

  isFromOthers(apiName: string): boolean {
    const field = this.#byName.get(apiName);
    return field !== undefined && isFromOthers(field);
  }

  /** What a new record holds where its values are worked out of others: none point at it yet. */
  get emptyValues(): RecordValues {
    const values = this.fields.filter(isFromOthers).map((field) => [field.apiName, emptyValue(field)] as const);
    return Object.fromEntries(values.filter(([, value]) => value !== undefined));
  }

  /** May the kept value of a field be used? Not that of a formula that changes daily or is still being worked out. */
  isKept(apiName: string): boolean {
    const field = this.#byName.get(apiName);
    return !field || !isComputed(field) || this.#keptFormulas.has(apiName);
  }

  /** Are all values that can be kept right in all records? False also while that is not known. Only FormulaIndex finds out. */
  get formulasKept(): boolean {
    this.#allKept ??= this.fields
      .filter(isComputed)
      .every(({ apiName }) => this.#keptFormulas.has(apiName) || this.formulas.changesDaily(apiName));
    return this.#allKept;
  }

  markFormulasKept(names: ReadonlySet<string>): void {
    this.#keptFormulas = names;
    this.#allKept = undefined;
  }

  /** A live field; undefined when there is none of that name. */
  field(apiName: string): FieldDefinition | undefined {
    return this.#byName.get(apiName);
  }

  /** A live field, by the name that it has or one that it had; undefined when there is none. */
  named(apiName: string): FieldDefinition | undefined {
    return this.field(currentName(this.fields, apiName));
  }

  /** The rules that the form, the API and the import share. */
  get check(): ObjectCheck {
    this.#check ??= compileObject(this.definition);
    return this.#check;
  }

  /** ajv over the generated JSON Schema: the authority on structure for every write. */
  get structure(): StructureCheck {
    this.#structure ??= compileWithAjv(recordSchema(this.definition));
    return this.#structure;
  }
}
