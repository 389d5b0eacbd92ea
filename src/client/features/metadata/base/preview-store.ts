import { autorun, makeAutoObservable, observableRef, runInAction, untracked } from 'mobx';
import type { RecordRow } from '#schemas/api/records.ts';
import { listRecords } from '#schemas/generated/api/records.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { SelectOption } from '#schemas/metadata/option-set.ts';
import { valueType } from '#generators/field-types/registry.ts';
import type { RateTable } from '#shared/money/rates.ts';
import type { Api } from '#client/lib/api.ts';
import { FormStore } from '#client/ui/schema-form/form-store.ts';

/** What the draft would look like: its form, to be tried out, and a few real records. */
export class PreviewStore {
  form: FormStore | undefined;
  /** Why no form can be drawn. */
  fault: string | undefined;
  records: readonly RecordRow[] | undefined;
  readonly #api: Api;
  readonly #options: (field: FieldDefinition) => readonly SelectOption[];
  readonly #today: string;
  readonly #rates: RateTable;
  #revision = 0;

  constructor(api: Api, options: (field: FieldDefinition) => readonly SelectOption[], today: string, rates: RateTable) {
    this.#api = api;
    this.#options = options;
    this.#today = today;
    this.#rates = rates;
    makeAutoObservable(this, { form: observableRef, records: observableRef }, { autoBind: true });
  }

  /** Shows each state of a definition until the returned function is called. What was typed into the form stays. */
  follow(definition: () => ObjectDefinition | undefined): () => void {
    return autorun(
      () => {
        const object = definition();
        if (!object) return;
        const resolved = this.#resolved(object);
        untracked(() => runInAction(() => this.#show(resolved)));
      },
      { delay: 150 },
    );
  }

  /** Reads a few records of the object as it is saved. */
  async load(objectApiName: string): Promise<void> {
    const body = { objectApiName, pageSize: 5 };
    const reply = await this.#api.call(listRecords, { body }).catch(() => undefined);
    runInAction(() => (this.records = reply?.list ?? []));
  }

  /** Empties the form that is tried out. */
  clear(): void {
    const definition = this.form?.shape.definition;
    this.form = undefined;
    if (definition) this.#show(definition);
  }

  #show(definition: ObjectDefinition): void {
    this.#revision += 1;
    const shown = { ...definition, version: this.#revision };
    try {
      if (this.form) this.form.adopt(shown);
      else {
        const user = { id: '', roles: ['staff'] };
        this.form = new FormStore({ definition: shown, user, today: this.#today, rates: this.#rates });
      }
      this.fault = undefined;
    } catch (thrown) {
      this.fault = thrown instanceof Error ? thrown.message : String(thrown);
    }
  }

  /** A draft names option sets; a form needs the options of lists, and asks for those of trees itself. */
  #resolved(object: ObjectDefinition): ObjectDefinition {
    const fields = object.fields.map((field) => {
      const set = field.config?.optionSet ?? field.config?.bandOptionSet;
      const isAsked = set === undefined || field.removed || valueType(field).options === 'tree';
      const options = isAsked ? [] : this.#options(field);
      return options.length === 0 ? field : { ...field, selectOptions: [...options] };
    });
    return { ...object, fields };
  }
}
