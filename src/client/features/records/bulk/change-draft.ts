import { makeAutoObservable, observableRef } from 'mobx';
import type { BulkChange, BulkHow } from '#schemas/api/bulk.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { BULK_WORDS, bulkHows } from '#generators/bulk-edit.ts';
import { liveFields } from '#generators/object.ts';
import { FormStore } from '#client/ui/schema-form/form-store.ts';
import { plainForm } from '#client/ui/schema-form/plain-form.ts';
import { VisibilityRegistry } from '#client/ui/schema-form/visibility-registry.ts';

/** The fields of an object that may be changed in many records at once. */
export const bulkFields = (object: ObjectDefinition): FieldDefinition[] =>
  liveFields(object).filter((field) => bulkHows(object, field).length > 0);

/** The inputs of a change are those of the field, without what only means something beside the rest of a record. */
function inputField(field: FieldDefinition, apiName: string, label: string): FieldDefinition {
  const { default: _default, rateDateField: _rates, ...config } = field.config ?? {};
  return { ...field, apiName, label, required: true, config };
}

/** One field of a bulk edit while it is put together: which, how, and the values in inputs of its own. */
export class ChangeDraft {
  readonly key: number;
  readonly near = new VisibilityRegistry();
  field: FieldDefinition | undefined;
  how: BulkHow = 'set';
  form: FormStore | undefined;
  readonly #today: string;

  constructor(key: number, today: string) {
    this.key = key;
    this.#today = today;
    makeAutoObservable(
      this,
      { key: false, near: false, field: observableRef, form: observableRef },
      { autoBind: true },
    );
  }

  choose(field: FieldDefinition): void {
    this.field = field;
    this.how = 'set';
    this.#begin();
  }

  setHow(how: BulkHow): void {
    this.how = how;
    this.#begin();
  }

  /** The change as it is sent; undefined while something is missing, which the inputs then say. */
  get change(): BulkChange | undefined {
    const { field, how, form } = this;
    if (!field) return undefined;
    if (how === 'clear') return { field: field.apiName, how };
    return form && { field: field.apiName, how, ...form.payload() };
  }

  /** Is all there? From now on the inputs say what is not. */
  judge(): boolean {
    if (this.how === 'clear') return this.field !== undefined;
    return this.form !== undefined && this.form.judge().length === 0;
  }

  #begin(): void {
    const { field, how } = this;
    if (!field || how === 'clear') {
      this.form = undefined;
      return;
    }
    const value = inputField(field, 'value', BULK_WORDS[how]);
    const fields = how === 'replace' ? [inputField(field, 'from', '把'), value] : [value];
    this.form = new FormStore({ ...plainForm(field.label, fields), today: this.#today });
  }
}
