import type { Database, Db } from '#server/db/database.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { holdVersion } from '#server/core/catalog/queries.ts';
import { passDay } from './day-pass.ts';
import type { DerivedGroup } from './plan.ts';
import { type Mark, markedObjects, returnMarks, takeMarks, takeMarksOf, type TakenMark } from './queries.ts';
import { recount } from './recount.ts';

/** Marks that are worked off in one transaction; the embedded database answers others in between. */
const BATCH = { postgres: 2000, embedded: 200 } as const;
/** Records of one object that a save waits for at most: more of them are worked off behind it. */
const MAX_OWN = 50;
/** Saves that wait for their own values at a time: where many are saved at once, counting them together costs less. */
const MAX_SETTLING = 2;

/** What became of a batch: it was worked off and perhaps marked others, there was none, or it is to be tried again. */
type Outcome = 'done' | 'marked' | 'nothing' | 'stale' | 'failed';

interface DerivedDeps {
  readonly database: Database;
  readonly catalog: Catalog;
  readonly now: () => Date;
  /** Gives others their turn on the embedded database. */
  readonly giveWay: () => Promise<unknown>;
}

/**
 * Keeps roll-ups and look-ups right: works off the marks that writers append. Any process does it, and several at once;
 * what one of them cannot do is put back and tried again later, and no save is ever refused for it.
 */
export class DerivedValues {
  readonly #deps: DerivedDeps;
  #settling = 0;
  #running: Promise<void> | undefined;
  #again = false;
  #stopped = false;

  constructor(deps: DerivedDeps) {
    this.#deps = deps;
  }

  /** Works off what a transaction has just marked, so that its user finds it right in the answer; the rest comes behind. */
  async settle(marks: readonly Mark[]): Promise<void> {
    if (marks.length === 0 || this.#stopped) return;
    if (this.#settling >= MAX_SETTLING) return this.wake();
    this.#settling += 1;
    try {
      if (await this.#settleOwn(marks)) this.wake();
    } finally {
      this.#settling -= 1;
    }
  }

  /** True where something is left to be worked off. */
  async #settleOwn(marks: readonly Mark[]): Promise<boolean> {
    const byObject = Map.groupBy(marks, ({ objectApiName }) => objectApiName);
    let isLeft = false;
    for (const [apiName, own] of byObject) {
      const ids = [...new Set(own.map(({ recordId }) => recordId))];
      // Marks that another process has taken already are worked off here as well: it may not have begun to count.
      const known = own.map(({ groupKey, recordId }) => ({ groupKey, recordId, cause: null, tries: 0 }));
      const outcome =
        ids.length <= MAX_OWN &&
        (await this.#batch(apiName, async (trx) => [...known, ...(await takeMarksOf(trx, apiName, ids))]));
      if (outcome !== 'done') isLeft = true;
    }
    return isLeft;
  }

  /** Begins to work off all marks beside everything else. */
  wake(): void {
    if (this.#stopped) return;
    this.drain().catch(() => undefined);
  }

  /** Brings what follows from the day up to today, and works off all marks. */
  async passDay(): Promise<void> {
    const { catalog, database, now } = this.#deps;
    await passDay(database.db, catalog, now());
    await this.drain();
  }

  /** Works off all marks that can be taken; settles when there are none. Called again meanwhile, it looks once more. */
  drain(): Promise<void> {
    this.#again = true;
    this.#running ??= this.#drainAll().finally(() => (this.#running = undefined));
    return this.#running;
  }

  async #drainAll(): Promise<void> {
    while (this.#again && !this.#stopped) {
      this.#again = false;
      const marked = await markedObjects(this.#deps.database.db);
      for (const { objectApiName } of marked) {
        const place = { after: '0' };
        while (!this.#stopped && (await this.#step(objectApiName, place))) {
          // What was worked out may have marked others, and marks may have come behind this place.
          this.#again = true;
          await this.#deps.giveWay();
        }
      }
    }
  }

  /** The batch of an object behind a place, which it moves on; false when nothing could be taken. */
  async #step(objectApiName: string, place: { after: string }): Promise<boolean> {
    const { database, now } = this.#deps;
    const { after } = place;
    const outcome = await this.#batch(objectApiName, async (trx) => {
      const marks = await takeMarks(trx, { objectApiName, after, limit: BATCH[database.kind] }, now());
      const last = marks.reduce((most, { recordId }) => (BigInt(recordId) > most ? BigInt(recordId) : most), 0n);
      // Marks of the last record may go beyond the batch.
      if (last > 0n) place.after = String(last - 1n > BigInt(after) ? last - 1n : last);
      return marks;
    });
    return outcome !== 'nothing' && outcome !== 'failed';
  }

  async #batch(apiName: string, take: (trx: Db) => Promise<TakenMark[]>): Promise<Outcome> {
    const { database, catalog, now } = this.#deps;
    const object = catalog.find(apiName);
    const held: { marks: TakenMark[] } = { marks: [] };
    try {
      const done = await database.db.transaction().execute(async (trx) => {
        if (object && !object.isSystem && !(await holdVersion(trx, object))) return 'stale';
        held.marks = await take(trx);
        if (held.marks.length === 0) return 'nothing';
        return object && (await this.#workOff(trx, object, held.marks)) ? 'marked' : 'done';
      });
      if (done === 'stale') await catalog.refresh(apiName);
      return done;
    } catch (error) {
      if (this.#stopped || held.marks.length === 0) throw error;
      // The marks came back with the transaction: they wait for longer each time.
      await database.db.transaction().execute(async (trx) => {
        const marks = await take(trx);
        await returnMarks(trx, apiName, marks, now());
      });
      return 'failed';
    }
  }

  async #workOff(trx: Db, object: CatalogObject, marks: readonly TakenMark[]): Promise<boolean> {
    const { catalog, now } = this.#deps;
    const wanted = new Map<DerivedGroup, Set<string>>();
    const causes = new Map<string, string | null>();
    for (const { groupKey, recordId, cause } of marks) {
      causes.set(recordId, cause ?? causes.get(recordId) ?? null);
      const group = object.groups.find(({ key }) => key === groupKey);
      // A group that is not known was another one when the mark was made: everything is worked out again.
      for (const one of group ? [group] : object.groups) {
        const ids = wanted.get(one) ?? new Set();
        wanted.set(one, ids.add(recordId));
      }
    }
    const parts = [...wanted].map(([group, ids]) => ({ group, ids: [...ids] }));
    return recount(trx, catalog, object, parts, { now: now(), causeOf: (id) => causes.get(id) ?? null });
  }

  /** Begins no further batch; settles when the one that is running is done. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running?.catch(() => undefined);
  }
}
