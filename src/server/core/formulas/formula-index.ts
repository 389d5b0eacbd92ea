import { sameValue } from '#shared/validation/same-value.ts';
import type { Database, Db } from '#server/db/database.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { shareVersion } from '#server/core/catalog/queries.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import { recordsAfter } from '#server/core/records/queries.ts';
import { writeFollowing } from '#server/core/records/rate-queries.ts';
import { keepSearchTexts } from '#server/core/search/queries.ts';
import { SliceJobs } from '#server/core/jobs/slice-jobs.ts';
import { followFormulas, formulaStates, noteFormulas } from './queries.ts';

/** Records in one transaction: the embedded database answers others in between. */
const SLICE = 200;

/**
 * Says which formulas of an object are kept right in all of its records, and works out those that are not: formulas that
 * are new, or give something else since a save. Until a formula is done its kept values are not used.
 */
export class FormulaIndex {
  readonly #database: Database;
  readonly #catalog: Catalog;
  readonly #now: () => Date;
  readonly jobs: SliceJobs;

  constructor(database: Database, catalog: Catalog, now: () => Date, wait: (milliseconds: number) => Promise<void>) {
    this.#database = database;
    this.#catalog = catalog;
    this.#now = now;
    const names = () => catalog.storedObjects.map(({ apiName }) => apiName);
    this.jobs = new SliceJobs(names, (apiName) => this.#slice(apiName), wait);
  }

  /** Learns which formulas are done, where that is not known yet; other processes may have done them. */
  async check(apiName: string): Promise<void> {
    const object = this.#catalog.find(apiName);
    if (!object || object.formulasKept) return;
    const states = await formulaStates(this.#database.db, apiName, false);
    const done = states.filter((state) => state.done && state.fingerprint === object.formulas.fingerprint(state.field));
    object.markFormulasKept(new Set(done.map(({ field }) => field)));
  }

  /** True while there is more to do. */
  async #slice(apiName: string): Promise<boolean> {
    const object = this.#catalog.object(apiName);
    await this.check(apiName);
    if (object.formulasKept) return false;
    const result = await this.#database.db.transaction().execute(async (trx) => {
      // Writers of an older version have ended, and no newer one begins while this slice is written.
      if ((await shareVersion(trx, apiName)) !== object.version) return 'stale';
      return this.#workOut(trx, object);
    });
    if (result === 'stale') await this.#catalog.refresh(apiName);
    return true;
  }

  async #workOut(trx: Db, object: CatalogObject): Promise<void> {
    // A database from before formulas had states gets them here; else nothing changes.
    await followFormulas(trx, object.definition, false);
    const pending = (await formulaStates(trx, object.apiName, true)).filter(({ done }) => !done);
    if (pending.length === 0) return;
    const names = pending.map(({ field }) => field);
    const from = pending.map(({ filledTo }) => BigInt(filledTo)).reduce((least, at) => (at < least ? at : least));
    const records = await recordsAfter(trx, object, String(from), SLICE);
    const today = shanghaiDay(this.#now());
    const worked = records.map(({ id, values }) => ({
      id,
      before: values,
      values: { ...values, ...object.formulas.values(names, values, today) },
    }));
    const changed = worked.filter(({ before, values }) => names.some((name) => !sameValue(before[name], values[name])));
    const fields = object.fields.filter(({ apiName }) => names.includes(apiName));
    await writeFollowing(trx, object.table, fields, changed);
    await keepSearchTexts(trx, object, changed);
    const filledTo = records.at(-1)?.id ?? String(from);
    await noteFormulas(trx, object.apiName, names, { filledTo, done: records.length < SLICE });
  }
}
