import { makeAutoObservable, observableRef } from 'mobx';
import type { FieldMapping, ImportMapping } from '#schemas/metadata/import-mapping.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { broughtField } from '#generators/field-types/results.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import { isImportable, isLinking, isStatable } from '#generators/field-types/registry.ts';

/** A mapping while it is edited. Parts that the screen does not show are kept as they are. */
export class MappingDraft {
  mapping: ImportMapping;
  readonly columns: readonly string[];
  /** Fields as files bring their values. */
  readonly fields: readonly FieldDefinition[];
  /** Fields that are counted: what files bring is stated beside the count. */
  readonly counted: ReadonlySet<string>;

  constructor(mapping: ImportMapping, columns: readonly string[], fields: readonly FieldDefinition[]) {
    this.mapping = mapping;
    this.columns = columns;
    const offered = fields.filter((field) => field.removed !== true && isImportable(field) && !isSealed(field));
    this.fields = offered.map(broughtField);
    this.counted = new Set(offered.filter(isStatable).map(({ apiName }) => apiName));
    makeAutoObservable(this, { mapping: observableRef, columns: false, fields: false, counted: false });
  }

  /** What a column goes into; the first where it goes into several fields. */
  of(column: string): FieldMapping | undefined {
    return this.mapping.fields.find((mapped) => mapped.column === column);
  }

  /** Fields that get their value in another way than from one column of their own. */
  get others(): readonly FieldMapping[] {
    const shown = new Set(this.columns.map((column) => this.of(column)));
    return this.mapping.fields.filter((mapped) => !shown.has(mapped));
  }

  get isUsed(): ReadonlySet<string> {
    return new Set(this.mapping.fields.map(({ field }) => field));
  }

  /** Required fields that nothing goes into. */
  get missing(): readonly FieldDefinition[] {
    return this.fields.filter((field) => field.required === true && !this.isUsed.has(field.apiName));
  }

  field(apiName: string): FieldDefinition | undefined {
    return this.fields.find((field) => field.apiName === apiName);
  }

  /** Lets a column go into a field, or with '' into none. */
  choose(column: string, apiName: string): void {
    const before = this.of(column);
    const rest = this.mapping.fields.filter((mapped) => mapped !== before && mapped.field !== apiName);
    if (apiName === '') return this.#set({ fields: rest });
    const field = this.field(apiName);
    const isLink = field && isLinking(field);
    this.#set({ fields: [...rest, { field: apiName, column, ...(isLink && { reference: { by: 'name' } }) }] });
  }

  /** Gives a field a fixed text, or one with headings in braces. */
  add(apiName: string, text: string): void {
    const rest = this.mapping.fields.filter((mapped) => mapped.field !== apiName);
    const source = /\{[^{}]+\}/.test(text) ? { template: text } : { constant: text };
    this.#set({ fields: [...rest, { field: apiName, ...source }] });
  }

  remove(apiName: string): void {
    this.#set({ fields: this.mapping.fields.filter((mapped) => mapped.field !== apiName) });
  }

  /** Changes settings of a field; undefined takes one away. */
  change(apiName: string, settings: Partial<Record<keyof FieldMapping, unknown>>): void {
    const fields = this.mapping.fields.map((mapped) =>
      mapped.field === apiName ? (without({ ...mapped, ...settings }) as FieldMapping) : mapped,
    );
    this.#set({ fields });
  }

  /** Takes a column into the natural key, or out of it. */
  toggleKey(column: string): void {
    const { key } = this.mapping;
    this.#set({ key: key.includes(column) ? key.filter((name) => name !== column) : [...key, column] });
  }

  setSource(source: string): void {
    this.#set({ source });
  }

  setWrite(write: 'both' | 'create' | 'update'): void {
    this.#set({ write });
  }

  setLinkAlike(linkAlike: boolean): void {
    this.#set({ linkAlike });
  }

  setNotify(notify: boolean): void {
    this.#set({ notify });
  }

  #set(change: Partial<ImportMapping>): void {
    this.mapping = { ...this.mapping, ...change };
  }
}

const without = (settings: object): object =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
