import type { RecordValues } from '#schemas/metadata/value.ts';
import { Failure, type Problem } from '#shared/errors.ts';
import { pastClashes } from '#server/db/clashes.ts';
import type { Database, Db } from '#server/db/database.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { holdVersion } from '#server/core/catalog/queries.ts';
import { marksOf } from '#server/core/derived/changes.ts';
import type { DerivedValues } from '#server/core/derived/derived-values.ts';
import type { Mark } from '#server/core/derived/queries.ts';
import { noteOf } from '#server/core/changes/change-note.ts';
import { type Said, stateCounted } from '#server/core/derived/state-counted.ts';
import { idByClientKey, isTakenClientKey } from './client-key-queries.ts';
import { type AskedRow, type BatchDeps, judgeAll } from './judge-batch.ts';
import { ARCHIVED, difference, type Judged, type WriteContext } from './judgement.ts';
import { runsOfDistinct } from './distinct-runs.ts';
import { insertHistory } from './history-queries.ts';
import { idsByKeys, insertKeys } from './key-queries.ts';
import { insertRows, recordsByIds, type StoredRecord, updateRows } from './queries.ts';
import { newIds } from './record-ids.ts';
import { RateStore } from './rate-store.ts';
import type { CompaniesOf } from './spoken-for.ts';
import { removeOwn, restoreOwn } from './removal.ts';

/** One record of an import. Absent fields are not touched, null clears. */
export interface IncomingRecord {
  readonly key: string;
  readonly values: RecordValues;
}

/** What became of an incoming record. */
export type Outcome =
  | { readonly status: 'created' | 'updated' | 'unchanged'; readonly id: string }
  | { readonly status: 'rejected'; readonly problems: readonly Problem[] };

/** The one way records are written: same checks, exact equivalents, history, one transaction each call. */
export class RecordWriter {
  readonly #database: Database;
  readonly #catalog: Catalog;
  /** What records are judged with. */
  readonly batch: BatchDeps;
  readonly #derived: Pick<DerivedValues, 'settle'>;
  /** Transactions under way. */
  #saving = 0;
  /** The rates that amounts are converted at. */
  readonly rates = new RateStore();
  /** A writer by other definitions: those that a transaction is about to save. */
  over = (catalog: Catalog) => new RecordWriter(this.#database, catalog, this.batch.companiesOf, this.#derived);

  constructor(database: Database, catalog: Catalog, companiesOf: CompaniesOf, derived: Pick<DerivedValues, 'settle'>) {
    this.#database = database;
    this.#catalog = catalog;
    this.batch = { catalog, companiesOf, rates: this.rates };
    this.#derived = derived;
  }

  /**
   * Creates a record. The same `clientKey` of the same actor again gives the record it made the first time. `within` is a
   * transaction of the caller's to write in; it fails where the same key is written elsewhere at the same moment.
   * @throws Failure INVALID_BODY with problems by field.
   */
  async create(
    apiName: string,
    clientKey: string,
    input: unknown,
    context: WriteContext,
    within?: Db,
  ): Promise<StoredRecord> {
    const work = (trx: Db, object: CatalogObject) => this.#create(trx, object, clientKey, input, context);
    if (within) return this.#inside(within, apiName, work);
    try {
      return await this.#inTransaction(apiName, work);
    } catch (error) {
      // Sent twice at once, and the other one was first: its record is there now.
      if (!isTakenClientKey(error)) throw error;
      return this.#inTransaction(apiName, work);
    }
  }

  async #create(
    trx: Db,
    object: CatalogObject,
    clientKey: string,
    input: unknown,
    context: WriteContext,
  ): Promise<StoredRecord> {
    const key = `${context.actor}:${clientKey}`;
    const known = await idByClientKey(trx, object, key);
    if (known) return this.#one(trx, object, known);
    const { values, problems } = await this.#judge(trx, object, { old: undefined, input }, context);
    if (problems.length > 0) throw new Failure('INVALID_BODY', undefined, problems);
    const [id = ''] = await newIds(trx, object, 1);
    const [row, note] = [{ id, version: 1, values }, noteOf(context.origin)];
    await insertRows(trx, this.#database.vault, object, [row], context.actor, context.now, key, note);
    await insertHistory(trx, object, [{ id, version: 1, changes: {} }], context.actor, context.origin, context.now);
    return this.#followed(trx, object, id, context);
  }

  /** The record as it is now, after what follows from its write. */
  async #followed(trx: Db, object: CatalogObject, id: string, { follow }: WriteContext): Promise<StoredRecord> {
    const record = await this.#one(trx, object, id);
    await follow?.(trx, record);
    return record;
  }

  /**
   * Changes some values of a record at a known version. `within` is a transaction of the caller's to write in.
   * @throws Failure UNKNOWN_RECORD, CONFLICT (details: the record as it is now), INVALID_BODY.
   */
  async update(
    apiName: string,
    id: string,
    version: number,
    input: unknown,
    context: WriteContext,
    within?: Db,
  ): Promise<StoredRecord> {
    const work = async (trx: Db, object: CatalogObject): Promise<StoredRecord> => {
      const [old] = await recordsByIds(trx, this.#database.vault, object, [id], true);
      if (!old) throw new Failure('UNKNOWN_RECORD');
      if (old.version !== version) throw new Failure('CONFLICT', undefined, [], { version: old.version });
      const { values, problems } = await this.#judge(trx, object, { old, input }, context);
      if (problems.length > 0) throw new Failure('INVALID_BODY', undefined, problems);
      const changes = difference(object.fields, old.values, values);
      if (Object.keys(changes).length === 0) return old;
      const row = { id, version: version + 1, values, old };
      await updateRows(trx, this.#database.vault, object, [row], context.now, noteOf(context.origin));
      const entry = { id, version: version + 1, changes };
      await insertHistory(trx, object, [entry], context.actor, context.origin, context.now);
      return this.#followed(trx, object, id, context);
    };
    return within ? this.#inside(within, apiName, work) : this.#inTransaction(apiName, work);
  }

  /**
   * Deletes a record of the user's own (staff: of any user); its last values stay in its history. Another person's
   * record is as one that is not there.
   * @throws Failure UNKNOWN_RECORD, CONFLICT when other records link to it.
   */
  async remove(apiName: string, id: string, context: WriteContext): Promise<void> {
    const { vault } = this.#database;
    await this.#inTransaction(apiName, (trx, object) =>
      removeOwn(trx, vault, object, this.#catalog.storedObjects, id, context),
    );
  }

  /** Brings back, under its own id, what the same person deleted within the last day. @throws Failure UNKNOWN_RECORD. */
  async restore(apiName: string, id: string, context: WriteContext): Promise<StoredRecord> {
    return this.#inTransaction(apiName, async (trx, object) => {
      await restoreOwn(trx, this.#database.vault, object, id, context);
      return this.#followed(trx, object, id, context);
    });
  }

  /** A record as it would be after a change (without `id`: a new one), and its problems; nothing is written. @throws Failure UNKNOWN_RECORD. */
  async judge(apiName: string, id: string | undefined, input: unknown, context: WriteContext): Promise<Judged> {
    return this.#inTransaction(apiName, async (trx, object) => {
      const old = id === undefined ? undefined : await this.#one(trx, object, id);
      return this.#judge(trx, object, { old, input }, context);
    });
  }

  /**
   * Writes a slice of an import: creates what its source has not brought before, updates what changed. A rejected record
   * does not stop the others; two with one key, or with keys that a merge has led to one record, are taken one after the
   * other. `within` is a transaction of the caller's to write in instead of one of our own.
   * @throws Failure CONFLICT inside `within` when the object was just changed by another process.
   */
  async writeMany(
    apiName: string,
    source: string,
    rows: readonly IncomingRecord[],
    context: WriteContext,
    within?: Db,
  ): Promise<Outcome[]> {
    const work = async (trx: Db, object: CatalogObject): Promise<Outcome[]> => {
      const outcomes: Outcome[] = [];
      const keys = rows.map(({ key }) => key);
      const known = new Map(await idsByKeys(trx, object.apiName, source, keys));
      const slices = runsOfDistinct(rows, ({ key }) => known.get(key) ?? `new ${key}`);
      // All at once and in order, as slice after slice could wait for another writer that waits for an earlier one.
      if (slices.length > 1) await recordsByIds(trx, this.#database.vault, object, [...known.values()], true);
      for (const slice of slices)
        outcomes.push(...(await this.#writeSlice(trx, object, { source, known }, slice, context)));
      return outcomes;
    };
    return within ? this.#inside(within, apiName, work) : this.#inTransaction(apiName, work);
  }

  /** One record as it is kept, locked until the transaction ends. @throws Failure UNKNOWN_RECORD. */
  async read(trx: Db, apiName: string, id: string): Promise<StoredRecord> {
    const [record] = await recordsByIds(trx, this.#database.vault, this.#catalog.storedObject(apiName), [id], true);
    if (!record) throw new Failure('UNKNOWN_RECORD');
    return record;
  }

  /** States what values say of fields of a record that are counted, which no form writes, in the caller's transaction. */
  stateCounted(trx: Db, values: RecordValues, said: Said): Promise<void> {
    return stateCounted(trx, this.#catalog, values, said);
  }

  async #writeSlice(
    trx: Db,
    object: CatalogObject,
    { source, known }: { readonly source: string; readonly known: Map<string, string> },
    rows: readonly IncomingRecord[],
    context: WriteContext,
  ): Promise<Outcome[]> {
    const there = rows.flatMap(({ key }) => known.get(key) ?? []);
    const found = await recordsByIds(trx, this.#database.vault, object, there, true);
    const stored = new Map(found.map((record) => [record.id, record]));
    const asked = rows.map((row) => {
      const old = stored.get(known.get(row.key) ?? '');
      return { row, old, input: row.values, isArchived: known.has(row.key) && !old, name: row.key };
    });
    const verdicts = await judgeAll(trx, object, asked, context, this.batch);
    const judged = asked.map(({ row, old }, at) => ({ row, old, ...(verdicts[at] ?? ARCHIVED) }));
    const fresh = judged.filter(({ old, problems }) => !old && problems.length === 0);
    const ids = await newIds(trx, object, fresh.length);
    const created = fresh.map(({ row, values }, index) => ({ id: ids[index] ?? '', version: 1, values, key: row.key }));
    const changed = judged.flatMap(({ old, problems, values }) => {
      const changes = old && problems.length === 0 ? difference(object.fields, old.values, values) : {};
      return old && Object.keys(changes).length > 0
        ? [{ id: old.id, version: old.version + 1, values, changes, old }]
        : [];
    });
    const note = noteOf(context.origin, context.isNews);
    await insertRows(trx, this.#database.vault, object, created, context.actor, context.now, null, note);
    await updateRows(trx, this.#database.vault, object, changed, context.now, note);
    await insertKeys(
      trx,
      object.apiName,
      source,
      created.map(({ key, id }) => ({ key, id })),
    );
    const history = [
      ...created.map(({ id }) => ({ id, version: 1, changes: {} })),
      ...changed.map(({ id, version, changes }) => ({ id, version, changes })),
    ];
    await insertHistory(trx, object, history, context.actor, context.origin, context.now);
    for (const { key, id } of created) known.set(key, id);
    const changedIds = new Set(changed.map(({ id }) => id));
    return judged.map(({ row, old, problems }): Outcome => {
      if (problems.length > 0) return { status: 'rejected', problems };
      if (!old) return { status: 'created', id: known.get(row.key) ?? '' };
      return { status: changedIds.has(old.id) ? 'updated' : 'unchanged', id: old.id };
    });
  }

  /** Does several writes in one transaction, each within `trx`, and works off what they marked once they are kept. */
  async together<T>(work: (trx: Db) => Promise<T>): Promise<T> {
    this.#saving += 1;
    try {
      let marks: readonly Mark[] = [];
      const result = await this.#database.db.transaction().execute(async (trx) => {
        const done = await work(trx);
        marks = marksOf(trx);
        return done;
      });
      await this.#derived.settle(marks, this.#saving);
      return result;
    } finally {
      this.#saving -= 1;
    }
  }

  /** Runs with the newest definition: a rule saved by another process a moment ago holds here too. */
  async #inTransaction<T>(apiName: string, work: (trx: Db, object: CatalogObject) => Promise<T>): Promise<T> {
    for (;;) {
      const stale = Symbol('stale');
      // A value that was taken at the same moment is found by the check of the next run.
      const result = await pastClashes(() =>
        this.together(async (trx) => {
          const object = this.#catalog.storedObject(apiName);
          return (await holdVersion(trx, object)) ? work(trx, object) : stale;
        }),
      );
      if (result !== stale) return result;
      await this.#catalog.refresh(apiName);
    }
  }

  /** Runs in the caller's transaction, which cannot begin again when the definition has just changed. */
  async #inside<T>(trx: Db, apiName: string, work: (trx: Db, object: CatalogObject) => Promise<T>): Promise<T> {
    const object = this.#catalog.storedObject(apiName);
    if (await holdVersion(trx, object)) return work(trx, object);
    throw new Failure('CONFLICT', `对象“${apiName}”的定义刚刚改变`);
  }

  async #one(trx: Db, object: CatalogObject, id: string): Promise<StoredRecord> {
    const [record] = await recordsByIds(trx, this.#database.vault, object, [id], false);
    if (!record) throw new Failure('UNKNOWN_RECORD');
    return record;
  }

  async #judge(trx: Db, object: CatalogObject, row: AskedRow, context: WriteContext): Promise<Judged> {
    return (await judgeAll(trx, object, [row], context, this.batch))[0] ?? ARCHIVED;
  }
}
