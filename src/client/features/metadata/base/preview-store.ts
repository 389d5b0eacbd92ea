import { makeAutoObservable, observableRef, reaction, runInAction } from 'mobx';
import type { PointingObject } from '#schemas/api/pointing-object.ts';
import type { ListReply, RecordRow } from '#schemas/api/records.ts';
import type { Viewpoint } from '#schemas/api/viewpoint.ts';
import { listRecords } from '#schemas/generated/api/records.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { SelectOption } from '#schemas/metadata/option-set.ts';
import type { FieldValue } from '#schemas/metadata/value.ts';
import { valueType } from '#generators/field-types/registry.ts';
import { liveFields } from '#generators/object.ts';
import { isSame } from '#shared/metadata/merge-parts.ts';
import type { RateTable } from '#shared/money/rates.ts';
import type { Api } from '#client/lib/api.ts';
import { atRest } from '#client/lib/at-rest.ts';
import { asFailure } from '#client/lib/api-failure.ts';
import { recordValue } from '#client/lib/record-value.ts';
import { FormStore } from '#client/ui/schema-form/form-store.ts';

/** Rest after the last change of the draft before the previews follow, in milliseconds: they are not read while typing. */
const REST = 300;

/** What the draft would look like: its form, to be tried out, and a few real records. */
export class PreviewStore {
  /** The draft as the previews show it. */
  object: ObjectDefinition | undefined;
  form: FormStore | undefined;
  /** Why no form can be drawn. */
  fault: string | undefined;
  records: readonly RecordRow[] | undefined;
  /** Objects whose records may point at those of the saved object; undefined until they have been read. */
  pointing: readonly PointingObject[] | undefined;
  /** As whom the saved list is looked at; undefined while the draft is drawn. */
  as: Viewpoint | undefined;
  /** What the saved list gives that kind of user. */
  seen: Pick<ListReply, 'layout' | 'list'> | undefined;
  /** Why it gives them nothing. */
  seenRefusal: string | undefined;
  readonly #api: Api;
  readonly #options: (field: FieldDefinition) => readonly SelectOption[];
  readonly #today: string;
  readonly #rates: RateTable;
  #types: ReadonlyMap<string, FieldDefinition['type']> = new Map();
  #revision = 0;

  constructor(api: Api, options: (field: FieldDefinition) => readonly SelectOption[], today: string, rates: RateTable) {
    this.#api = api;
    this.#options = options;
    this.#today = today;
    this.#rates = rates;
    makeAutoObservable(
      this,
      {
        object: observableRef,
        form: observableRef,
        records: observableRef,
        pointing: observableRef,
        seen: observableRef,
      },
      { autoBind: true },
    );
  }

  /**
   * Shows a definition at once, and each later state of it as soon as it rests, until the returned function is called. What
   * was typed into the form stays.
   */
  follow(definition: () => ObjectDefinition): () => void {
    const show = () => runInAction(() => (this.object = definition()));
    const stopDraft = atRest(definition, REST, show);
    const stopForm = reaction(
      () => this.object && this.#resolved(this.object),
      (object) => object && this.#show(object),
      { equals: (left, right) => isSame(formOf(left), formOf(right)), fireImmediately: true },
    );
    show();
    return () => {
      stopDraft();
      stopForm();
    };
  }

  /** Reads a few records of the object as it is saved, with all that they hold: the draft may show what the list does not. */
  async load(saved: ObjectDefinition): Promise<void> {
    const fields = liveFields(saved);
    const body = { objectApiName: saved.apiName, pageSize: 5, fields: fields.map(({ apiName }) => apiName) };
    const reply = await this.#api.call(listRecords, { body }).catch(() => undefined);
    runInAction(() => {
      this.#types = new Map(fields.map(({ apiName, type }) => [apiName, type]));
      this.records = reply?.list ?? [];
      this.pointing = reply?.layout?.pointing ?? [];
    });
  }

  /** What a record holds for a field of the draft; nothing for one of another type than is saved, whose values are yet to be converted. */
  valueOf(record: RecordRow, { apiName, type }: FieldDefinition): FieldValue {
    return this.#types.get(apiName) === type ? recordValue(record, apiName) : undefined;
  }

  /** Looks at the list as it is saved with the eyes of another kind of user. */
  async lookAs(objectApiName: string, as: Viewpoint | undefined): Promise<void> {
    this.as = as;
    this.seen = undefined;
    this.seenRefusal = undefined;
    if (as === undefined) return;
    const body = { objectApiName, pageSize: 20, as };
    const reply = await this.#api.call(listRecords, { body }).catch((thrown: unknown) => asFailure(thrown));
    runInAction(() => {
      if (as !== this.as) return;
      if ('list' in reply) this.seen = reply;
      else this.seenRefusal = reply.message;
    });
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

/** All of an object that its form depends on. */
const formOf = (object: ObjectDefinition | undefined) =>
  object && [object.apiName, object.nameField, object.fields, object.rules, object.layouts.form];
