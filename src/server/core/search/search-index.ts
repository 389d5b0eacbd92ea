import type { Database } from '#server/db/database.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import { holdVersion } from '#server/core/catalog/queries.ts';
import { recordsAfter } from '#server/core/records/queries.ts';
import { SliceJobs } from '#server/core/jobs/slice-jobs.ts';
import { commonGrams, followSearchFields, keepSearchTexts, noteFilledTo, searchState } from './queries.ts';
import { searchFingerprint } from './search-text.ts';

/** Records in one transaction: the embedded database answers others in between. */
const SLICE = 200;

/**
 * Says whether all records of an object are in the search index, and brings in those that are not: records from before
 * there was an index, and all of an object whose searchable fields have changed.
 */
export class SearchIndex {
  readonly #database: Database;
  readonly #catalog: Catalog;
  readonly jobs: SliceJobs;

  constructor(database: Database, catalog: Catalog, wait: (milliseconds: number) => Promise<void>) {
    this.#database = database;
    this.#catalog = catalog;
    const names = () => catalog.storedObjects.map(({ apiName }) => apiName);
    this.jobs = new SliceJobs(names, (apiName) => this.#slice(apiName), wait);
  }

  /** Learns whether an object is complete, where that is not known yet; other processes may have completed it. */
  async check(apiName: string): Promise<void> {
    const object = this.#catalog.find(apiName);
    if (!object || object.searchFilled) return;
    const state = await searchState(this.#database.db, object.apiName, false);
    if (state?.done === true && state.fingerprint === searchFingerprint(object))
      object.markSearchFilled(await commonGrams(this.#database.db));
  }

  /** True while there is more to do. */
  async #slice(apiName: string): Promise<boolean> {
    const object = this.#catalog.object(apiName);
    await this.check(apiName);
    if (object.searchFilled) return false;
    const result = await this.#database.db.transaction().execute(async (trx) => {
      // Writers of an older version have ended, and no newer one begins while this slice is written.
      if (!(await holdVersion(trx, object))) return 'stale';
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
