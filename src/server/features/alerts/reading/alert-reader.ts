import { Failure } from '#shared/errors.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import { anyone } from '#server/features/alerts/base/askers.ts';
import { branchesOf } from '#server/features/alerts/base/branches.ts';
import { dayField } from '#server/features/alerts/base/day-field.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import type { ChangeRow } from '#server/core/changes/queries.ts';
import { type EntryPage, readEntries } from '#server/core/changes/read-changes.ts';
import type { Database, Db } from '#server/db/database.ts';
import {
  listedRecords,
  pauseSubscriptions,
  type SubscriptionRow,
  workingSubscriptions,
} from '#server/features/alerts/base/queries.ts';
import { Snapshot } from '#server/features/alerts/base/snapshot.ts';
import { SOURCES } from '#server/features/alerts/base/sources.ts';
import { type ListedRecord, type Trial, Unfit } from '#server/features/alerts/base/trial.ts';
import { readOn, type Step } from './claimed.ts';
import { correctedHits } from './corrected.ts';
import { type KeptDeps, keptHits } from './kept.ts';
import { type Change, metBy } from './met.ts';
import {
  currentRecords,
  historySince,
  insertHits,
  moveReader,
  type NewHit,
  type ReaderState,
  restartReader,
} from './queries.ts';
import { transitionsOf } from './record-states.ts';
import { type Asked, TrialIndex } from './trial-index.ts';

export interface ReaderDeps extends KeptDeps {
  readonly database: Pick<Database, 'db' | 'kind'>;
  /** Receives what the owner of the process should know of. */
  readonly report: (error: unknown) => void;
}

/** Entries of the log that are read in one transaction: the embedded database serves no other caller meanwhile. */
const ENTRIES = { postgres: 1000, embedded: 100 } as const;
/** So long what is asked is not read again between the pages of one reading, unless another subscription began. */
const KNOWN_MS = 1000;

const listsIn = (working: readonly SubscriptionRow[]): string[] => [
  ...new Set(working.filter(({ source }) => source === 'list').map((row) => row.target_id)),
];

/** What is asked about changes: of each object by the values of its records, and what only the database can try. */
interface Questions {
  readonly indexes: ReadonlyMap<string, TrialIndex>;
  readonly kept: readonly Asked[];
  readonly subscriptions: ReadonlyMap<string, SubscriptionRow>;
}

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
  #indexed: { readonly madeOf: string; readonly questions: Questions } | undefined;
  /** Since when they are known to be good, and at which mark of the reader and edition of the catalog. */
  #known: { readonly at: number; readonly mark: string; readonly questions: Questions } | undefined;

  constructor(deps: ReaderDeps) {
    this.#deps = deps;
  }

  /** Reads all that is final; settles when nothing is left, or another process is at it. */
  async read(signal?: AbortSignal): Promise<void> {
    this.#known = undefined;
    const { db } = this.#deps.database;
    while (!signal?.aborted && (await readOn(db, (trx, state) => this.#readSome(trx, state))) === 'more');
  }

  async #readSome(trx: Db, { cursor, touched }: ReaderState): Promise<Step> {
    const { database, now } = this.#deps;
    const page = await this.#entries(trx, cursor, ENTRIES[database.kind]);
    if (!page || page.entries.length === 0) return 'done';
    const news = page.entries.filter(({ quiet, kind }) => !quiet && kind !== 'removed' && kind !== 'restored');
    const { indexes, kept, subscriptions } = await this.#knownQuestions(trx, touched);
    const met = news.length > 0 ? await this.#met(trx, indexes, news) : [];
    if (kept.length > 0) met.push(...(await this.#keep(trx, kept, page.entries)));
    met.push(...(await correctedHits(trx, this.#deps, page.entries, subscriptions, met)));
    await insertHits(trx, met, now());
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

  /** Conditions that only the database can try follow bulk work too, so that it is not reported later. */
  async #keep(trx: Db, kept: readonly Asked[], entries: readonly ChangeRow[]): Promise<readonly NewHit[]> {
    const { hits, unfit } = await keptHits(trx, this.#deps, kept, { entries, isOlder: this.#isOlder });
    await pauseSubscriptions(trx, unfit);
    if (unfit.length > 0) this.#known = undefined;
    return hits;
  }

  async #met(trx: Db, indexes: Questions['indexes'], news: readonly ChangeRow[]): Promise<NewHit[]> {
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
    const histories = Map.groupBy(await historySince(trx, object.apiName, ids, entries), ({ id }) => id);
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
        return metBy(index, change, this.#isOlder, now);
      });
    });
  }

  /** To read thousands of subscriptions for each page would take longer than to try them. */
  async #knownQuestions(trx: Db, touched: number): Promise<Questions> {
    const mark = `${touched} ${this.#deps.catalog.edition}`;
    const [known, at] = [this.#known, performance.now()];
    if (known?.mark === mark && at - known.at < KNOWN_MS) return known.questions;
    const questions = await this.#questions(trx);
    this.#known = this.#indexed && { at, mark, questions };
    return questions;
  }

  /** What is asked about each object. Subscriptions that cannot be tried are paused, with the reason. */
  async #questions(trx: Db): Promise<Questions> {
    const { catalog, now } = this.#deps;
    const today = shanghaiDay(now());
    const working = await workingSubscriptions(trx);
    const branches = await branchesOf(trx, catalog, working);
    const madeOf = JSON.stringify([today, catalog.edition, working, [...branches]]);
    if (this.#indexed?.madeOf === madeOf) return this.#indexed.questions;
    const indexes = new Map<string, TrialIndex>();
    const kept: Asked[] = [];
    const unfit: { id: string; reason: string }[] = [];
    const listed = await listedRecords(trx, listsIn(working));
    for (const subscription of working) {
      try {
        const items = branches.get(subscription.id) ?? listed.get(subscription.target_id);
        for (const trial of this.#trials(subscription, items)) {
          if (trial.isKept) {
            kept.push({ subscription, trial });
            continue;
          }
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
    const subscriptions = new Map(working.map((row) => [row.id, row]));
    const questions = { indexes, kept, subscriptions };
    this.#indexed = unfit.length === 0 ? { madeOf, questions } : undefined;
    return questions;
  }

  #trials(subscription: SubscriptionRow, items: readonly ListedRecord[] | undefined): readonly Trial[] {
    const { catalog } = this.#deps;
    const object = catalog.find(subscription.object_api_name);
    const make = () =>
      SOURCES[subscription.source].trials({ ...subscription, ...(items && { items }) }, catalog, anyone(catalog));
    const { state, kinds, fields } = subscription;
    // What does not hang on a state is quickly made, and may be about other objects.
    if (!object || state === null || subscription.source !== 'view') return make();
    const known = this.#made.get(object) ?? new Map<string, readonly Trial[]>();
    this.#made.set(object, known);
    const key = JSON.stringify([state, kinds, fields]);
    const trials = known.get(key) ?? make();
    known.set(key, trials);
    return trials;
  }

  /** Was a transaction committed before a subscription began, or before the record came on the list that it is to? */
  readonly #isOlder = ({ subscription: { baseline }, trial: { since } }: Asked, xid: string): boolean =>
    this.#baseline(baseline).isOlder(xid) || (since !== undefined && this.#baseline(since).isOlder(xid));

  #baseline(text: string): Snapshot {
    const known = this.#baselines.get(text) ?? new Snapshot(text);
    this.#baselines.set(text, known);
    return known;
  }
}
