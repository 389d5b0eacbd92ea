import type { Database, Db } from '#server/db/database.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { noteWritten } from '#server/db/committed.ts';
import { preparedDb } from '#server/db/prepared.ts';
import { passDay } from './day-pass.ts';
import { type DerivedGroup, isLed, turnOf } from './plan.ts';
import { beginWork, type Mark, markedObjects, returnMarks, takeMarks, takeMarksOf, type TakenMark } from './queries.ts';
import { isTurn, leadOn } from './finding/lead-on.ts';
import { recount } from './recount.ts';

/** Marks that are worked off in one transaction; the embedded database answers others in between. */
const BATCH = { postgres: 2000, embedded: 200 } as const;
/** Records of one object that a save waits for at most: more of them are worked off behind it. */
const MAX_OWN = 50;
/** Saves under way at a time of which each waits for its own values: where there are more, counting them together costs less. */
const MAX_SAVING = 2;
/** Longest that a save waits for records that others hold; so it is never part of a deadlock either. */
const SETTLE_LOCK_MS = 250;
/**
 * Values that no save waits for follow so much later, with all that was marked meanwhile; later where counting takes long,
 * so that it takes a ninth of the time from those who write, and never so late that they are behind for a second.
 */
const PAUSE_MS = { least: 150, most: 800, times: 8 } as const;
/** Marks that many records still get are looked at again after so long. */
const UNRIPE_MS = 1000;

/** What became of a batch: it was worked off and perhaps marked others, there was none, or it is to be tried again. */
type Outcome = 'done' | 'marked' | 'nothing' | 'stale' | 'failed';

interface DerivedDeps {
  readonly database: Database;
  readonly catalog: Catalog;
  readonly now: () => Date;
  /** Gives others their turn on the embedded database. */
  readonly giveWay: () => Promise<unknown>;
  readonly wait: (milliseconds: number) => Promise<unknown>;
}

/**
 * Keeps roll-ups and look-ups right: works off the marks that writers append. Any process does it, and several at once;
 * what one of them cannot do is put back and tried again later, and no save is ever refused for it.
 */
export class DerivedValues {
  readonly #deps: DerivedDeps;
  /** Statements of this work come again and again; they cost as much to plan as to run. */
  readonly #db: Db;
  #isWaking = false;
  /** Milliseconds that working off marks took the last time. */
  #took = 0;
  #running: Promise<void> | undefined;
  #again = false;
  /** Is everything to be worked off at once, be it ripe or not? */
  #isWhole = false;
  #stopped = false;

  constructor(deps: DerivedDeps) {
    this.#deps = deps;
    this.#db = preparedDb(deps.database, () => deps.catalog.edition);
  }

  /**
   * Works off what a transaction has just marked, so that its user finds it right in the answer; the rest comes behind.
   * `saving` is how many saves are under way here, this one included.
   */
  async settle(marks: readonly Mark[], saving = 1): Promise<void> {
    if (marks.length === 0 || this.#stopped) return;
    // What fails here is tried again behind.
    const isDone = saving <= MAX_SAVING && (await this.#settleOwn(marks).catch(() => false));
    if (!isDone) this.wake();
  }

  /** False where something is left to be worked off. */
  async #settleOwn(marks: readonly Mark[]): Promise<boolean> {
    const { catalog } = this.#deps;
    const byObject = Map.groupBy(marks, ({ objectApiName }) => objectApiName);
    // Always in the same order, so that no two of them wait for each other.
    const objects = [...byObject.keys()].toSorted().flatMap((apiName) => catalog.find(apiName) ?? []);
    const records = new Set(marks.map(({ objectApiName, recordId }) => `${objectApiName} ${recordId}`));
    if (records.size > MAX_OWN) return false;
    const stale: CatalogObject[] = [];
    const led: Mark[] = [];
    const isDone = await this.#db.transaction().execute(async (trx) => {
      stale.push(...(await this.#begin(trx, objects, SETTLE_LOCK_MS)));
      if (stale.length > 0) return false;
      const taken = await takeMarksOf(trx, marks);
      let isLeft = false;
      for (const object of objects) {
        // Marks that another process has taken already are worked off here as well: it may not have begun to count.
        const own = (byObject.get(object.apiName) ?? []).map((mark) => ({ ...mark, cause: null, tries: 0 }));
        if (await this.#workOff(trx, object, [...own, ...(taken.get(object.apiName) ?? [])], led)) isLeft = true;
      }
      return !isLeft;
    });
    for (const { apiName } of stale) await catalog.refresh(apiName);
    const isRest = led.length === 0 || (await this.#settleOwn(led));
    return isDone && isRest;
  }

  /** Begins a transaction that works off marks; gives the objects whose definition is another one than is known here. */
  async #begin(trx: Db, objects: readonly CatalogObject[], lockWaitMs: number): Promise<CatalogObject[]> {
    const apiNames = objects.map(({ apiName }) => apiName);
    const kept = await beginWork(trx, apiNames, lockWaitMs);
    return objects.filter(({ apiName, version, revision }) => {
      const held = kept.get(apiName);
      return held?.version !== version || held.revision !== revision;
    });
  }

  /** Begins to work off all marks beside everything else, in a moment. */
  wake(): void {
    this.#wakeIn(Math.min(PAUSE_MS.most, Math.max(PAUSE_MS.least, this.#took * PAUSE_MS.times)));
  }

  #wakeIn(milliseconds: number): void {
    if (this.#stopped || this.#isWaking) return;
    this.#isWaking = true;
    const begin = async () => {
      await this.#deps.wait(milliseconds);
      this.#isWaking = false;
      if (this.#stopped) return;
      const started = performance.now();
      await this.pass();
      this.#took = performance.now() - started;
    };
    begin().catch(() => undefined);
  }

  /** Brings what follows from the day up to today, and works off all marks. */
  async passDay(): Promise<void> {
    const { catalog, database, now } = this.#deps;
    await passDay(database.db, catalog, now());
    await this.drain();
  }

  /** Works off all marks that can be taken; settles when there are none. Called again meanwhile, it looks once more. */
  drain(): Promise<void> {
    this.#isWhole = true;
    return this.pass();
  }

  /** Works off what is marked now, but for what waits for an import; what is marked meanwhile is left to the next pass. */
  pass(): Promise<void> {
    this.#again = true;
    this.#running ??= this.#drainAll().finally(() => (this.#running = undefined));
    return this.#running;
  }

  async #drainAll(): Promise<void> {
    while (this.#again && !this.#stopped) {
      this.#again = false;
      const isWhole = this.#isWhole;
      this.#isWhole = false;
      const marked = await markedObjects(this.#db);
      const ripe = marked.filter(({ isRipe }) => isWhole || isRipe);
      if (ripe.length < marked.length) this.#wakeIn(UNRIPE_MS);
      const didWork = await this.#workOffMarksOf(ripe.map(({ objectApiName }) => objectApiName));
      // Marks may have come behind the pass.
      if (isWhole && didWork) {
        this.#again = true;
        this.#isWhole = true;
      }
    }
  }

  /**
   * Works off marks of objects, and then of those that were marked by it. What writers mark meanwhile is left: counting for
   * many of them together costs them less. True where anything was done.
   */
  async #workOffMarksOf(apiNames: readonly string[]): Promise<boolean> {
    let didWork = false;
    // Grows while it is gone through.
    const left = new Set(apiNames);
    for (const apiName of left) {
      left.delete(apiName);
      const place = { after: '0', isLast: false };
      while (!this.#stopped && !place.isLast) {
        const outcome = await this.#step(apiName, place);
        if (outcome === 'nothing' || outcome === 'failed') break;
        didWork = true;
        if (outcome === 'marked') for (const next of this.#followers(apiName)) left.add(next);
        await this.#deps.giveWay();
      }
    }
    return didWork;
  }

  /** The objects that may be marked when values of one are worked out, or when homes behind its records are found. */
  #followers(apiName: string): string[] {
    const object = this.#deps.catalog.find(apiName);
    const own = object?.groups.filter(({ kind }) => kind === 'lookup') ?? [];
    const groups = [...(object?.readBy ?? []), ...(object?.ledBy ?? []), ...own];
    return groups.flatMap((group) => [group.home.apiName, ...(isLed(group) ? [turnOf(group).apiName] : [])]);
  }

  /** The batch of an object behind a place, which it moves on; one that is not full is the last of a pass. */
  #step(objectApiName: string, place: { after: string; isLast: boolean }): Promise<Outcome> {
    const { database, now } = this.#deps;
    const { after } = place;
    const limit = BATCH[database.kind];
    return this.#batch(objectApiName, async (trx) => {
      const { marks, rows } = await takeMarks(trx, { objectApiName, after, limit }, now());
      place.isLast = rows < limit;
      const last = marks.reduce((most, { recordId }) => (BigInt(recordId) > most ? BigInt(recordId) : most), 0n);
      // Marks of the last record may go beyond the batch.
      if (last > 0n) place.after = String(last - 1n > BigInt(after) ? last - 1n : last);
      return marks;
    });
  }

  async #batch(apiName: string, take: (trx: Db) => Promise<TakenMark[]>): Promise<Outcome> {
    const { catalog, now } = this.#deps;
    const object = catalog.find(apiName);
    const held: { marks: TakenMark[] } = { marks: [] };
    try {
      const done = await this.#db.transaction().execute(async (trx) => {
        if ((await this.#begin(trx, object && !object.isSystem ? [object] : [], 0)).length > 0) return 'stale';
        held.marks = await take(trx);
        if (held.marks.length === 0) return 'nothing';
        const led: Mark[] = [];
        const hasMarked = object && (await this.#workOff(trx, object, held.marks, led));
        return hasMarked === true || led.length > 0 ? 'marked' : 'done';
      });
      if (done === 'stale') await catalog.refresh(apiName);
      return done;
    } catch (error) {
      if (this.#stopped || held.marks.length === 0) throw error;
      // The marks came back with the transaction: they wait for longer each time.
      await this.#db.transaction().execute(async (trx) => {
        const marks = await take(trx);
        await returnMarks(trx, apiName, marks, now());
      });
      return 'failed';
    }
  }

  /** Works off marks of an object; `led` gets those of the homes that its records lead to. True where others were marked. */
  async #workOff(trx: Db, object: CatalogObject, marks: readonly TakenMark[], led: Mark[]): Promise<boolean> {
    const { catalog, now } = this.#deps;
    led.push(...(await leadOn(trx, object, marks)));
    const wanted = new Map<DerivedGroup, Set<string>>();
    const causes = new Map<string, string | null>();
    for (const { groupKey, recordId, cause } of marks.filter((mark) => !isTurn(mark))) {
      causes.set(recordId, cause ?? causes.get(recordId) ?? null);
      const group = object.groups.find(({ key }) => key === groupKey);
      // A group that is not known was another one when the mark was made: everything is worked out again.
      for (const one of group ? [group] : object.groups) {
        const ids = wanted.get(one) ?? new Set();
        wanted.set(one, ids.add(recordId));
      }
    }
    // A screen that says that a value is being worked out hears of the end of it, though the value may be as it was.
    await noteWritten(trx, { objectApiName: object.apiName, ids: [...causes.keys()] });
    const parts = [...wanted].map(([group, ids]) => ({ group, ids: [...ids] }));
    return recount(trx, catalog, object, parts, { now: now(), causeOf: (id) => causes.get(id) ?? null });
  }

  /** Begins no further batch; settles when the one that is running is done. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running?.catch(() => undefined);
  }
}
