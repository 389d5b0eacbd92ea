import type { RecordRow } from '#schemas/api/records.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import type { RecordReader } from '#server/core/lists/record-reader.ts';

/** Reads a few values of records for the product itself, whoever asks: what leaves the server is decided by who calls this. */
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
    };
    return (await this.#reader.read(object, id, scope))?.record;
  }
}
