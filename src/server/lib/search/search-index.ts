import type { Database } from '#server/db/database.ts';
import type { Catalog } from '#server/lib/catalog/catalog.ts';
import { shareVersion } from '#server/lib/catalog/queries.ts';
import { recordsAfter } from '#server/lib/records/queries.ts';
import { commonGrams, followSearchFields, keepSearchTexts, noteFilledTo, searchState } from './queries.ts';
import { searchFingerprint } from './search-text.ts';

/** Records in one transaction: the embedded database answers others in between. */
const SLICE = 200;
/** Between two slices, for those who wait to change the object. */
const PAUSE_MS = 2;

/**
 * Says whether all records of an object stand in the search index, and brings in those that do not: records from before
 * there was an index, and all of an object whose searchable fields have changed. Every slice is a transaction that notes
 * how far it came, so that a process that dies, or another one beside it, goes on from there.
 */
export class SearchIndex {
  readonly #database: Database;
  readonly #catalog: Catalog;
  readonly #wait: (milliseconds: number) => Promise<void>;
  #running: Promise<unknown> = Promise.resolve();
  #stopped = false;

  constructor(database: Database, catalog: Catalog, wait: (milliseconds: number) => Promise<void>) {
    this.#database = database;
    this.#catalog = catalog;
    this.#wait = wait;
  }

  /** Learns whether an object is complete, where that is not known yet; other processes may have completed it. */
  async check(apiName: string): Promise<void> {
    const object = this.#catalog.find(apiName);
    if (!object || object.searchFilled) return;
    const state = await searchState(this.#database.db, object.apiName, false);
    if (state?.done === true && state.fingerprint === searchFingerprint(object))
      object.markSearchFilled(await commonGrams(this.#database.db));
  }

  /** One slice of every object that is not complete: all there is to do where there are few records. */
  async begin(): Promise<void> {
    for (const { apiName } of this.#catalog.objects) await this.#slice(apiName);
  }

  /** Brings in all that is missing, after what is running. */
  fill(): Promise<void> {
    const next = this.#running.then(async () => {
      for (const { apiName } of this.#catalog.objects) {
        while (!this.#stopped && (await this.#slice(apiName))) await this.#wait(PAUSE_MS);
      }
    });
    this.#running = next.catch(() => undefined);
    return next;
  }

  /** Begins no further slice; settles when the one that is running is done. The next start goes on. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }

  /** True while there is more to do. */
  async #slice(apiName: string): Promise<boolean> {
    const object = this.#catalog.object(apiName);
    await this.check(apiName);
    if (object.searchFilled) return false;
    const result = await this.#database.db.transaction().execute(async (trx) => {
      // Writers of an older version have ended, and no newer one begins while this slice is written.
      if ((await shareVersion(trx, apiName)) !== object.version) return 'stale';
      await followSearchFields(trx, object);
      const state = await searchState(trx, apiName, true);
      if (state?.done !== false) return 'done';
      const records = await recordsAfter(trx, object, state.filledTo, SLICE);
      await keepSearchTexts(trx, object, records);
      const done = records.length < SLICE;
      await noteFilledTo(trx, apiName, records.at(-1)?.id ?? state.filledTo, done);
      return done ? 'done' : 'more';
    });
    if (result === 'stale') await this.#catalog.refresh(apiName);
    return true;
  }
}
