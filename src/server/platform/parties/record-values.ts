import type { RecordRow } from '#schemas/api/records.ts';
import type { Binding } from '#schemas/bindings.ts';
import { boundNames, type BoundValues, boundValues } from '#shared/bindings/bound-values.ts';
import type { ObjectParty } from '#schemas/metadata/object.ts';
import type { ReferenceValue } from '#schemas/metadata/value.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import { ALL_ROWS } from '#server/core/lists/rows-of.ts';
import type { RecordReader } from '#server/core/lists/record-reader.ts';

/** Reads a few values of records for the product itself, regardless of the actor: the caller decides what leaves the server. */
export class RecordValuesReader {
  readonly #catalog: Catalog;
  readonly #reader: RecordReader;
  readonly #now: () => Date;

  constructor({ catalog, reader, now }: { catalog: Catalog; reader: RecordReader; now: () => Date }) {
    this.#catalog = catalog;
    this.#reader = reader;
    this.#now = now;
  }

  /** Undefined when there is no such object or record. Never within a transaction: it reads over a connection of its own. */
  async of(objectApiName: string, id: string, fields: readonly string[]): Promise<RecordRow | undefined> {
    const object = this.#catalog.find(objectApiName);
    if (!object) return undefined;
    const scope = {
      today: shanghaiDay(this.#now()),
      readable: ({ apiName }: { apiName: string }) => fields.includes(apiName),
      rowsOf: ALL_ROWS,
    };
    return (await this.#reader.read(object, id, scope))?.record;
  }

  /** Whom the records of an object lead to; undefined where they lead to no user. */
  party(objectApiName: string): ObjectParty | undefined {
    return this.#catalog.find(objectApiName)?.saved.party;
  }

  /** The company that a record is or belongs to; undefined for every other record. As `of`. */
  async companyOf(objectApiName: string, id: string): Promise<string | undefined> {
    const party = this.party(objectApiName);
    if (party?.kind !== 'company') return undefined;
    if (party.via === undefined) return id;
    const link = (await this.of(objectApiName, id, [party.via]))?.[party.via] as ReferenceValue | null | undefined;
    return link?.id;
  }

  /** What a binding needs of one record, and the name of that record; as `of`. */
  async bound<const B extends Binding>(
    binding: B,
    id: string,
  ): Promise<{ readonly name: string; readonly values: BoundValues<B> } | undefined> {
    const nameField = this.#catalog.find(binding.object)?.definition.nameField ?? '';
    const record = await this.of(binding.object, id, [nameField, ...boundNames(binding)]);
    return record && { name: String(record[nameField] ?? ''), values: boundValues(binding, record) };
  }
}
