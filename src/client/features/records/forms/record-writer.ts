import type { RecordReply } from '#schemas/api/records.ts';
import { createRecord, updateRecord } from '#schemas/generated/api/records.ts';
import type { FieldValue, RecordValues } from '#schemas/metadata/value.ts';
import { isAutomatic } from '#generators/field-types/registry.ts';
import type { Api } from '#client/lib/api.ts';
import type { FormShape } from '#client/ui/schema-form/form-shape.ts';
import type { AccountDraft } from './account-draft.ts';

/** What a form sends: `values` are all of a new record, and of one that exists what changed. */
export interface Writing {
  readonly shape: FormShape;
  readonly values: Readonly<Record<string, unknown>>;
  /** Version of the record that the form is based on; 0 for a new one. */
  readonly version: number;
}

/** Where a form reads from and writes to when its record has a way of its own, instead of the routes of all records. */
export interface RecordTarget {
  /** The record that the form begins from; needed when the form has an id. Throws `ApiFailure`. */
  readonly read?: () => Promise<RecordReply>;
  /** The way of its own, if it has one. Throws `ApiFailure`. */
  readonly write?: (writing: Writing) => Promise<RecordReply>;
  /** The draft that the server keeps of it, instead of one in this browser. */
  readonly draft?: AccountDraft;
  /** Laid over what the form begins with; what was typed in this browser before wins over it. */
  readonly initial?: RecordValues;
}

/** Sends one form's record. Creating it twice makes it once, also when the answer to the first attempt was lost. */
export class RecordWriter {
  readonly #api: Api;
  readonly #objectApiName: string;
  readonly #id: string | undefined;
  readonly #clientKey: string;
  #firstSent: string | undefined;

  constructor(api: Api, objectApiName: string, id: string | undefined, clientKey: string) {
    this.#api = api;
    this.#objectApiName = objectApiName;
    this.#id = id;
    this.#clientKey = clientKey;
  }

  /** Throws `ApiFailure`. */
  async write(writing: Writing): Promise<RecordReply> {
    const { values, version } = writing;
    if (this.#id !== undefined) return this.#update(this.#id, version, values);
    const sent = JSON.stringify(values);
    this.#firstSent ??= sent;
    const body = { clientKey: this.#clientKey, values };
    const reply = await this.#api.call(createRecord, { params: { objectApiName: this.#objectApiName }, body });
    return sent === this.#firstSent ? reply : this.#complete(reply, writing);
  }

  /** The first attempt may have been done although its answer was lost: what was typed since is saved on top. */
  async #complete(reply: RecordReply, { shape, values }: Writing): Promise<RecordReply> {
    const stored = shape.pick(reply.record);
    const late = [...shape.fields.values()].filter(
      (field) =>
        !isAutomatic(field) && !shape.isSame(field.apiName, values[field.apiName] as FieldValue, stored[field.apiName]),
    );
    if (late.length === 0) return reply;
    const typed = Object.fromEntries(late.map(({ apiName }) => [apiName, values[apiName] ?? null]));
    return this.#update(reply.record.id, reply.record.version ?? 1, typed);
  }

  #update(id: string, version: number, values: Readonly<Record<string, unknown>>): Promise<RecordReply> {
    return this.#api.call(updateRecord, {
      params: { objectApiName: this.#objectApiName, id },
      body: { version, values },
    });
  }
}
