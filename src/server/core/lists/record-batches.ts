import DataLoader from 'dataloader';
import type { ReadQueries, Row } from '#server/db/read-queries.ts';
import { RECORD_PLACES } from './queries.ts';
import type { RecordPlan } from './record-plan.ts';

/** A record, and the account whose companies are read with it where the plan reads them. */
interface Asked {
  readonly id: string;
  readonly account: string | null;
}

const NOTHING = { id: null, account: null };

/**
 * Reads records that are asked for in the same turn of the event loop by one statement: what it costs to write to the
 * database and to read its reply is then paid once. One that cannot be read fails alone.
 */
export class RecordBatches {
  readonly #queries: ReadQueries;
  readonly #loaders = new WeakMap<RecordPlan, DataLoader<Asked, Row | undefined>>();

  constructor(queries: ReadQueries) {
    this.#queries = queries;
  }

  /** The row of a record; undefined when there is none. @throws Failure UNAVAILABLE when it takes too long, INVALID_QUERY for an id that cannot be. */
  async read(plan: RecordPlan, asked: Asked): Promise<Row | undefined> {
    // Another user's conditions are other values; which replica may answer is decided by request.
    if (!plan.isShared || this.#queries.hasReplicas) return (await this.#rows(plan, [asked]))[0];
    const loader = this.#loaders.get(plan) ?? this.#loader(plan);
    this.#loaders.set(plan, loader);
    return loader.load(asked);
  }

  #loader(plan: RecordPlan): DataLoader<Asked, Row | undefined> {
    const options = {
      cache: false,
      maxBatchSize: RECORD_PLACES,
      batchScheduleFn: (run: () => void) => void setImmediate(run),
    };
    return new DataLoader((asked) => this.#apart(plan, asked), options);
  }

  async #apart(plan: RecordPlan, asked: readonly Asked[]): Promise<(Row | undefined | Error)[]> {
    try {
      return await this.#rows(plan, asked);
    } catch (error) {
      if (asked.length === 1) throw error;
      const alone = await Promise.allSettled(asked.map((one) => this.#rows(plan, [one])));
      return alone.map((one) => (one.status === 'fulfilled' ? one.value[0] : (one.reason as Error)));
    }
  }

  async #rows(plan: RecordPlan, asked: readonly Asked[]): Promise<(Row | undefined)[]> {
    const places = Array.from({ length: RECORD_PLACES }, (_, at) => asked[at] ?? NOTHING);
    const values = places.flatMap(({ id, account }) => (plan.beside.companies ? [id, account] : [id]));
    const rows = await this.#queries.run({ text: plan.text, values: [...values, ...plan.more] });
    const found = new Map(rows.map((row) => [row[0], row.slice(1)]));
    return asked.map((_, at) => found.get(at));
  }
}
