import type { RecordValues } from '#schemas/metadata/value.ts';
import type { Database, Db } from '#server/db/database.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { holdVersion } from '#server/core/catalog/queries.ts';
import { SliceJobs } from '#server/core/jobs/slice-jobs.ts';
import { type PlainRecord, plainRecords, recordsAfter } from '#server/core/records/queries.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import { gradeOf, type Match, MOST_HOLDERS } from './grade.ts';
import { type KeyKind, keysOf, type MatchFacts } from './match-facts.ts';
import {
  beginPass,
  endPass,
  followMatching,
  type FoundPair,
  type HeldKey,
  holdersOf,
  keepMatchKeys,
  keepPairs,
  matchState,
  noteKeysFilled,
  notePassedTo,
} from './queries.ts';
import { matchFingerprint, recordFacts } from './record-texts.ts';

/** Records in one transaction: the embedded database answers others in between. */
const SLICE = 200;

/** A record that may be the one that is asked about. */
export interface Candidate extends Match {
  readonly id: string;
  readonly name: string;
}

/** A record, and those that it may be. */
interface Found {
  readonly name: string;
  readonly candidates: readonly Candidate[];
}

type MatchState = NonNullable<Awaited<ReturnType<typeof matchState>>>;

/**
 * Finds records that may be one: for values that are being typed, and in passes over all records, which keep the pairs.
 * Brings in the keys of records from before there were any.
 */
export class DuplicateFinder {
  readonly #database: Database;
  readonly #catalog: Catalog;
  readonly #now: () => Date;
  readonly jobs: SliceJobs;

  constructor(database: Database, catalog: Catalog, now: () => Date, wait: (milliseconds: number) => Promise<void>) {
    this.#database = database;
    this.#catalog = catalog;
    this.#now = now;
    this.jobs = new SliceJobs(
      () => this.#matched().map(({ apiName }) => apiName),
      (apiName) => this.#slice(apiName),
      wait,
    );
  }

  #matched(): CatalogObject[] {
    return this.#catalog.storedObjects.filter((object) => matchFingerprint(object) !== '');
  }

  /** The object whose records those of this one are compared with; undefined where duplicates are not looked for. */
  comparedWith(object: CatalogObject): CatalogObject | undefined {
    const { matching } = object.definition;
    if (!matching) return undefined;
    return matching.objectApiName === undefined ? object : this.#catalog.find(matching.objectApiName);
  }

  /** Begins a pass over every object; what is under way goes on. The caller lets `jobs` work it off. */
  async beginPasses(): Promise<void> {
    for (const { apiName } of this.#matched()) await beginPass(this.#database.db, apiName, this.#now());
  }

  /** Begins the pass of the day where it was not, and goes on with what was cut off. */
  async passDay(): Promise<void> {
    const today = shanghaiDay(this.#now());
    for (const { apiName } of this.#matched()) {
      const state = await matchState(this.#database.db, apiName, false);
      const isDone = state?.passedAt && shanghaiDay(new Date(state.passedAt)) >= today;
      if (state?.done && !isDone) await beginPass(this.#database.db, apiName, this.#now());
    }
    await this.jobs.fill();
  }

  /**
   * Records of `target` that may be the one with these values of `object`, the surest first. `left` are ids that are none.
   */
  async find(
    db: Db,
    object: CatalogObject,
    target: CatalogObject,
    values: RecordValues,
    left: ReadonlySet<string> = new Set(),
  ): Promise<Candidate[]> {
    const [found = []] = await this.#compare(db, target, [{ id: '', facts: recordFacts(object, values) }]);
    return found.filter(({ id }) => !left.has(id));
  }

  /** Records of an object that each of these values may be of, each list with the surest first. */
  async findMany(db: Db, object: CatalogObject, values: readonly RecordValues[]): Promise<Candidate[][]> {
    if (matchFingerprint(object) === '' || values.length === 0) return [];
    return this.#compare(
      db,
      object,
      values.map((own) => ({ id: '', facts: recordFacts(object, own) })),
    );
  }

  /** Other records that each of these may be, by id, the surest first; none of these themselves. */
  async findOf(db: Db, object: CatalogObject, ids: readonly string[]): Promise<ReadonlyMap<string, Found>> {
    const records = matchFingerprint(object) === '' ? [] : await plainRecords(db, object, ids);
    const asked = records.map((record) => ({ id: record.id, facts: recordFacts(object, record.values) }));
    const found = await this.#compare(db, object, asked);
    const own = new Set(ids);
    const others = records.map((record, index): [string, Found] => [
      record.id,
      {
        name: nameOfRecord(object, record),
        candidates: (found[index] ?? []).filter(({ id }) => !own.has(id)),
      },
    ]);
    return new Map(others);
  }

  /** Records that each of these may be, each list with the surest first. */
  async #compare(
    db: Db,
    target: CatalogObject,
    records: readonly { readonly id: string; readonly facts: MatchFacts }[],
  ): Promise<Candidate[][]> {
    const keys = records.map(({ facts }) => keysOf(facts));
    const held = new Map<string, HeldKey>();
    for (const one of await holdersOf(db, target.apiName, keys.flat(), MOST_HOLDERS))
      held.set(nameOf(one.kind, one.key), one);
    const saysNothing = (kind: KeyKind, key: string) =>
      (held.get(nameOf(kind, key))?.ids.length ?? 0) > MOST_HOLDERS[kind];
    const others = records.map(({ id }, index) => {
      const useful = (keys[index] ?? []).filter(({ kind, key }) => !saysNothing(kind, key));
      const ids = useful.flatMap(({ kind, key }) => held.get(nameOf(kind, key))?.ids ?? []);
      return [...new Set(ids)].filter((other) => other !== id);
    });
    const known = new Map<string, { record: PlainRecord; facts: MatchFacts }>();
    for (const record of await plainRecords(db, target, [...new Set(others.flat())]))
      known.set(record.id, { record, facts: recordFacts(target, record.values) });
    return records.map(({ facts }, index) =>
      (others[index] ?? [])
        .flatMap((id): Candidate[] => {
          const other = known.get(id);
          if (!other) return [];
          const match = gradeOf(facts, other.facts, saysNothing);
          return match.grade === 0 ? [] : [{ id, name: nameOfRecord(target, other.record), ...match }];
        })
        .toSorted((one, other) => other.grade - one.grade || other.reasons.length - one.reasons.length),
    );
  }

  /** True while there is more to do. */
  async #slice(apiName: string): Promise<boolean> {
    const object = this.#catalog.object(apiName);
    const known = await matchState(this.#database.db, apiName, false);
    if (known?.done === true && known.passBeganAt === null) return false;
    const result = await this.#database.db.transaction().execute(async (trx) => {
      // Writers of an older version have ended, and no newer one begins while this slice is written.
      if (!(await holdVersion(trx, object))) return 'stale';
      // A database from before there were keys gets its state here; else nothing changes.
      await followMatching(trx, object);
      const state = await matchState(trx, apiName, true);
      if (!state) return 'done';
      if (!state.done) await this.#fill(trx, object, state);
      else if (state.passBeganAt !== null) await this.#pass(trx, object, state.passBeganAt, state.passedTo);
      return 'more';
    });
    if (result === 'stale') await this.#catalog.refresh(apiName);
    return true;
  }

  async #fill(trx: Db, object: CatalogObject, { filledTo }: MatchState): Promise<void> {
    const records = await recordsAfter(trx, object, filledTo, SLICE);
    await keepMatchKeys(trx, object, records);
    await noteKeysFilled(trx, object.apiName, records.at(-1)?.id ?? filledTo, records.length < SLICE);
  }

  async #pass(trx: Db, object: CatalogObject, beganAt: string, passedTo: string): Promise<void> {
    const records = await recordsAfter(trx, object, passedTo, SLICE);
    const asked = records.map((record) => ({ id: record.id, facts: recordFacts(object, record.values) }));
    const found = await this.#compare(trx, object, asked);
    // Each pair once: by its younger record.
    const pairs = records.flatMap((record, index): FoundPair[] =>
      (found[index] ?? [])
        .filter(({ id }) => BigInt(id) < BigInt(record.id))
        .map(({ id, name, ...match }) => ({
          low: id,
          high: record.id,
          lowName: name,
          highName: nameOfRecord(object, record),
          ...match,
        })),
    );
    await keepPairs(trx, object.apiName, pairs, this.#now());
    await notePassedTo(trx, object.apiName, records.at(-1)?.id ?? passedTo);
    if (records.length < SLICE) await endPass(trx, object.apiName, beganAt, this.#now());
  }
}

const nameOf = (kind: KeyKind, key: string): string => `${kind}:${key}`;
const nameOfRecord = ({ definition }: CatalogObject, { id, values }: PlainRecord): string =>
  String(values[definition.nameField] ?? `#${id}`);
