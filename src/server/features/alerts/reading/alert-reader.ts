import { Failure } from '#shared/errors.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import { dayField } from '#server/features/alerts/base/day-field.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import type { ChangeRow } from '#server/core/changes/queries.ts';
import { type EntryPage, readEntries } from '#server/core/changes/read-changes.ts';
import type { Database, Db } from '#server/db/database.ts';
import {
  pauseSubscriptions,
  type SubscriptionRow,
  workingSubscriptions,
} from '#server/features/alerts/base/queries.ts';
import { Snapshot } from '#server/features/alerts/base/snapshot.ts';
import { SOURCES } from '#server/features/alerts/base/sources.ts';
import { type Trial, Unfit } from '#server/features/alerts/base/trial.ts';
import { triedFields } from '#server/features/alerts/base/watched.ts';
import { type Change, metBy } from './met.ts';
import {
  claimReader,
  currentRecords,
  historySince,
  insertHits,
  moveReader,
  type NewHit,
  restartReader,
} from './queries.ts';
import { transitionsOf } from './record-states.ts';
import { TrialIndex } from './trial-index.ts';

export interface ReaderDeps {
  readonly database: Pick<Database, 'db' | 'kind'>;
  readonly catalog: Catalog;
  readonly now: () => Date;
  /** Receives what the owner of the process should know of. */
  readonly report: (error: unknown) => void;
}

/** Entries of the log that are read in one transaction: the embedded database serves no other caller meanwhile. */
const ENTRIES = { postgres: 1000, embedded: 200 } as const;
/** Another process subscribed or read on meanwhile. */
const isOvertaken = (error: unknown): boolean => ['40001', '40P01'].includes(String((error as { code?: string }).code));

type Step = 'more' | 'done';

/**
 * Reads the change log on and keeps what met subscriptions. What it keeps and how far it has come are one transaction: of
 * several processes one reads at a time, and one that ends in between has done all of it or nothing.
 */
export class AlertReader {
  readonly #deps: ReaderDeps;
  /** Trials by what they were made of, so that they are made once. */
  #made = new WeakMap<CatalogObject, Map<string, readonly Trial[]>>();
  readonly #baselines = new Map<string, Snapshot>();
  /** The indexes of the page before, good while all that they were made of is the same. */
  #indexed: { readonly madeOf: string; readonly indexes: ReadonlyMap<string, TrialIndex> } | undefined;

  constructor(deps: ReaderDeps) {
    this.#deps = deps;
  }

  /** Reads all that is final; settles when nothing is left, or another process is at it. */
  async read(signal?: AbortSignal): Promise<void> {
    while (!signal?.aborted && (await this.#step()) === 'more');
  }

  async #step(): Promise<Step> {
    try {
      const { db } = this.#deps.database;
      return await db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute((trx) => this.#readSome(trx));
    } catch (error) {
      if (isOvertaken(error)) return 'more';
      throw error;
    }
  }

  async #readSome(trx: Db): Promise<Step> {
    const { database, now } = this.#deps;
    const cursor = await claimReader(trx);
    if (cursor === undefined) return 'done';
    const page = await this.#entries(trx, cursor, ENTRIES[database.kind]);
    if (!page || page.entries.length === 0) return 'done';
    const news = page.entries.filter(({ quiet, kind }) => !quiet && kind !== 'removed' && kind !== 'restored');
    if (news.length > 0) await insertHits(trx, await this.#met(trx, news), now());
    await moveReader(trx, page.cursor);
    return page.more ? 'more' : 'done';
  }

  async #entries(trx: Db, cursor: string, limit: number): Promise<EntryPage | undefined> {
    try {
      return await readEntries(trx, cursor, limit);
    } catch (error) {
      if (!(error instanceof Failure) || error.failure !== 'CHANGES_EXPIRED') throw error;
      this.#deps.report(error);
      await restartReader(trx);
      return undefined;
    }
  }

  async #met(trx: Db, news: readonly ChangeRow[]): Promise<NewHit[]> {
    const indexes = await this.#indexes(trx);
    const hits: NewHit[] = [];
    for (const [apiName, entries] of Map.groupBy(news, ({ objectApiName }) => objectApiName)) {
      const index = indexes.get(apiName);
      if (index) hits.push(...(await this.#metOf(trx, index, entries)));
    }
    return hits;
  }

  async #metOf(trx: Db, index: TrialIndex, entries: readonly ChangeRow[]): Promise<NewHit[]> {
    const { object } = index;
    const now = this.#deps.now();
    const byRecord = Map.groupBy(entries, ({ id }) => id);
    const ids = [...byRecord.keys()];
    const day = dayField(object.definition);
    const fields = new Set([...index.fields, ...(day ? [day] : [])].filter((field) => object.field(field.apiName)));
    const current = await currentRecords(trx, object.table, [...fields], ids);
    const oldest = entries.reduce(
      (least, { xid }) => (BigInt(xid) < BigInt(least) ? xid : least),
      entries[0]?.xid ?? '0',
    );
    const histories = Map.groupBy(await historySince(trx, object.apiName, ids, oldest), ({ id }) => id);
    return current.flatMap((record) => {
      const byXid = Map.groupBy(byRecord.get(record.id) ?? [], ({ xid }) => xid);
      const transitions = transitionsOf(record, histories.get(record.id) ?? [], new Set(byXid.keys()));
      return [...transitions].flatMap(([xid, { before, after }]) => {
        const written = byXid.get(xid) ?? [];
        const isMade = written.some(({ kind }) => kind === 'created');
        const change: Change = {
          record,
          xid,
          before: isMade ? undefined : before,
          after,
          fields: new Set(written.flatMap((entry) => entry.fields)),
          isDerived: written.every(({ derived }) => derived),
        };
        return metBy(index, change, ({ subscription }) => this.#baseline(subscription.baseline), now);
      });
    });
  }

  /** What is asked about each object. Subscriptions that cannot be tried are paused, with the reason. */
  async #indexes(trx: Db): Promise<ReadonlyMap<string, TrialIndex>> {
    const { catalog, now } = this.#deps;
    const today = shanghaiDay(now());
    const working = await workingSubscriptions(trx);
    const madeOf = JSON.stringify([today, catalog.edition, working]);
    if (this.#indexed?.madeOf === madeOf) return this.#indexed.indexes;
    const indexes = new Map<string, TrialIndex>();
    const unfit: { id: string; reason: string }[] = [];
    for (const subscription of working) {
      try {
        for (const trial of this.#trials(subscription)) {
          const object = catalog.object(trial.objectApiName);
          const index = indexes.get(object.apiName) ?? new TrialIndex(object, today);
          indexes.set(object.apiName, index);
          index.add({ subscription, trial });
        }
      } catch (error) {
        // A fault of one subscription keeps none of the others from being tried.
        if (!(error instanceof Unfit)) this.#deps.report(error);
        const reason = error instanceof Unfit ? error.message : '条件暂时无法识别，请重新保存视图后再试';
        unfit.push({ id: subscription.id, reason });
      }
    }
    await pauseSubscriptions(trx, unfit);
    // What is paused in a transaction that fails has to be paused again.
    this.#indexed = unfit.length === 0 ? { madeOf, indexes } : undefined;
    return indexes;
  }

  #trials(subscription: SubscriptionRow): readonly Trial[] {
    const { catalog } = this.#deps;
    const object = catalog.find(subscription.object_api_name);
    const make = () => SOURCES[subscription.source].trials(subscription, catalog, triedFields);
    const { state, kinds, fields } = subscription;
    // What does not hang on a state is quickly made, and may be about other objects.
    if (!object || state === null) return make();
    const known = this.#made.get(object) ?? new Map<string, readonly Trial[]>();
    this.#made.set(object, known);
    const key = JSON.stringify([state, kinds, fields]);
    const trials = known.get(key) ?? make();
    known.set(key, trials);
    return trials;
  }

  #baseline(text: string): Snapshot {
    const known = this.#baselines.get(text) ?? new Snapshot(text);
    this.#baselines.set(text, known);
    return known;
  }
}
