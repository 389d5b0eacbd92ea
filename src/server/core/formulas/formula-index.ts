import { isList } from '#generators/field-types/registry.ts';
import { noteWritten } from '#server/db/committed.ts';
import type { Database, Db } from '#server/db/database.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { holdVersion } from '#server/core/catalog/queries.ts';
import { beginDays } from '#server/core/derived/day-pass.ts';
import { followLink } from '#server/core/derived/queries.ts';
import { edgeLinksOf, fillEdges } from '#server/core/derived/finding/edge-queries.ts';
import { stepsOf } from '#server/core/derived/plan.ts';
import { aloneWith } from '#server/core/derived/alone.ts';
import { recount } from '#server/core/derived/recount.ts';
import { idsAfter } from '#server/core/records/queries.ts';
import { SliceJobs } from '#server/core/jobs/slice-jobs.ts';
import { computedFields, followFormulas, formulaStates, noteFormulas } from './queries.ts';

/** Records in one transaction: the embedded database answers others in between. */
const SLICE = 200;
/** The same of values that nothing else follows from, on PostgreSQL. Who saves one of the records waits for the rest of them. */
const ALONE_SLICE = 500;
/** Records whose edges are written in one transaction. */
const EDGE_SLICE = 2000;

/**
 * Says which values that are worked out are kept right in all records of an object, and works out those that are not:
 * formulas, roll-ups and look-ups that are new, or give something else since a save. Until one is done its kept values
 * are not used.
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

  /** Learns which values are done, where that is not known yet; other processes may have done them. */
  async check(apiName: string): Promise<void> {
    const object = this.#catalog.find(apiName);
    if (!object || object.formulasKept) return;
    const states = await formulaStates(this.#database.db, apiName, false);
    const current = new Map(computedFields(object.definition).map(({ field, fingerprint }) => [field, fingerprint]));
    const done = states.filter((state) => state.done && state.fingerprint === current.get(state.field));
    object.markFormulasKept(new Set(done.map(({ field }) => field)));
  }

  /** True while there is more to do. */
  async #slice(apiName: string): Promise<boolean> {
    const object = this.#catalog.object(apiName);
    await this.check(apiName);
    if (object.formulasKept) return false;
    const result = await this.#database.db.transaction().execute(async (trx) => {
      // Writers of an older version have ended, and no newer one begins while this slice is written.
      if (!(await holdVersion(trx, object))) return 'stale';
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
    if (await this.#fillsEdges(trx, object, names)) return;
    const from = pending.map(({ filledTo }) => BigInt(filledTo)).reduce((least, at) => (at < least ? at : least));
    const alone = aloneWith(object, new Set(names));
    const limit = alone && this.#database.kind === 'postgres' ? ALONE_SLICE : SLICE;
    const ids = await idsAfter(trx, object.table, String(from), limit);
    const all = (alone ?? object).groups;
    const groups = all.filter(({ fields }) => fields.some(({ apiName }) => names.includes(apiName)));
    await beginDays(trx, groups, this.#now());
    const parts = groups.length > 0 ? groups.map((group) => ({ group, ids })) : [{ group: undefined, ids }];
    await recount(trx, this.#catalog, alone ?? object, parts, { now: this.#now(), isFill: true });
    const filledTo = ids.at(-1) ?? String(from);
    const done = ids.length < limit;
    await noteFormulas(trx, object.apiName, names, { filledTo, done });
    if (done) await noteWritten(trx, { objectApiName: object.apiName, ids: 'all' });
  }

  /** Fills in the next edges that roll-ups find their records by; false when all are there. */
  async #fillsEdges(trx: Db, object: CatalogObject, names: readonly string[]): Promise<boolean> {
    for (const group of object.groups) {
      if (!group.fields.some(({ apiName }) => names.includes(apiName))) continue;
      for (const { object: pointing, links } of stepsOf(group))
        for (const link of links.filter(isList)) {
          // The save that brought the roll-up has begun to keep the edges; one from before that is caught up here.
          await followLink(trx, pointing.apiName, link.apiName, false);
          const kept = (await edgeLinksOf(trx, pointing.apiName, true)).find(({ field }) => field === link.apiName);
          if (!kept || kept.done) continue;
          await fillEdges(trx, pointing.apiName, kept, EDGE_SLICE);
          return true;
        }
    }
    return false;
  }
}
