import { setImmediate as turn } from 'node:timers/promises';
import { bulkInput } from '#generators/bulk-edit.ts';
import { Failure } from '#shared/errors.ts';
import { DAY_MS } from '#shared/time/durations.ts';
import { isClash, pastClashes } from '#server/db/clashes.ts';
import type { Database, Db } from '#server/db/database.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { holdVersion } from '#server/core/catalog/queries.ts';
import type { DerivedValues } from '#server/core/derived/derived-values.ts';
import { JobQueue } from '#server/core/jobs/job-queue.ts';
import { lockWork } from '#server/core/jobs/work-lock.ts';
import { archiveMany } from '#server/core/lifecycle/archive-many.ts';
import { bringBack } from '#server/core/lifecycle/lifecycle.ts';
import { archivedBy } from '#server/core/lifecycle/queries.ts';
import { changeMany, type Judgement, judgeMany, type ManyChanges } from '#server/core/records/change-many.ts';
import type { WriteContext } from '#server/core/records/judgement.ts';
import type { RecordWriter } from '#server/core/records/record-writer.ts';
import { type UndoState, undoStart, undoWork } from '#server/core/undo/undo-run.ts';
import { companiesOf } from '#server/platform/parties/queries.ts';
import { dataRolesOf } from '#server/platform/staff-actions/staff-action.ts';
import { PreviewTally } from './preview.ts';
import {
  type BulkRow,
  endForgotten,
  forgetFrozen,
  type FrozenRecord,
  frozenAfter,
  moveBulk,
  nextBulk,
  noteLeft,
  noteOutcomes,
  type RunState,
} from './queries.ts';

/** Records in one transaction: few enough that no user waits for the thread or the one connection for long. */
const SLICE = 200;
/** Held while bulk edits are worked on, so that one is at a time; any number that is ours. */
const LOCK = 7_315_240;
const START: RunState = { after: '0', changed: 0, unchanged: 0, refused: 0, skipped: 0, gone: 0 };

/** The work was ended by a user, or goes on in another process. */
class Ended extends Error {}

/** The definition has changed since this process read it. */
const STALE = Symbol('stale');

export interface BulkTools {
  readonly database: Database;
  readonly catalog: Catalog;
  readonly writer: Pick<RecordWriter, 'rates'>;
  readonly derived: Pick<DerivedValues, 'wake'>;
  readonly now: () => Date;
  /** Says to open screens that records of an object have changed. */
  readonly announce: (objectApiName: string) => void;
  /** Receives faults that are no one's failure. */
  readonly onFault: (error: unknown) => void;
}

/**
 * Previews, writes and undoes bulk edits, one at a time on a database, in slices that each note how far they came: what a
 * process leaves when it ends is taken on by the next one.
 */
export class BulkRunner {
  readonly #tools: BulkTools;
  readonly #queue: JobQueue;
  readonly #stop = new AbortController();

  constructor(tools: BulkTools) {
    this.#tools = tools;
    const { database, now, onFault } = tools;
    this.#queue = new JobQueue({
      lock: () => lockWork(database, LOCK),
      recover: () => endForgotten(database.db, new Date(now().getTime() - DAY_MS), now()),
      next: () => this.#next(),
      onFault,
    });
  }

  /** Sees to what waits. Resolves when there is nothing more to do here. */
  wake(): Promise<void> {
    return this.#queue.wake();
  }

  /** Ends after the slice at hand; the next start goes on. */
  close(): Promise<void> {
    return this.#queue.close(() => this.#stop.abort());
  }

  async #next(): Promise<boolean> {
    const bulk = await nextBulk(this.#tools.database.db);
    if (!bulk) return false;
    const { catalog, announce, derived } = this.#tools;
    try {
      if (!catalog.find(bulk.object_api_name)) throw new Failure('UNKNOWN_OBJECT');
      if (bulk.state === 'previewing') await this.#preview(bulk);
      else if (bulk.state === 'running') await this.#run(bulk);
      else if (bulk.task === 'archive') await this.#unarchive(bulk);
      else await this.#undo(bulk);
    } catch (error) {
      if (!(error instanceof Ended)) await this.#fail(bulk, error);
    }
    if (bulk.state !== 'previewing') {
      derived.wake();
      announce(bulk.object_api_name);
    }
    return true;
  }

  async #fail({ id, state }: BulkRow, error: unknown): Promise<void> {
    const { database, now, onFault } = this.#tools;
    if (!(error instanceof Failure)) onFault(error);
    const unknown = isClash(error) ? '其他操作一直在写入同样的记录，请稍后再试' : '发生未知错误';
    const problem = error instanceof Failure ? error.message : `${unknown}；已写入的内容可以撤销`;
    await database.db.transaction().execute(async (trx) => {
      if (await moveBulk(trx, id, [state], { state: 'failed', problem, endedAt: now() })) await forgetFrozen(trx, id);
    });
  }

  async #preview(bulk: BulkRow): Promise<void> {
    const tally = new PreviewTally(this.#tools.catalog.storedObject(bulk.object_api_name), bulk.task);
    let after = '0';
    for (;;) {
      const slice = await this.#slice(bulk, async (trx, object, context) => {
        const records = await frozenAfter(trx, bulk.id, after, SLICE);
        const judged = await this.#judge(trx, bulk, this.#many(bulk, object, records, context));
        await noteOutcomes(trx, bulk.id, judged);
        await noteLeft(trx, bulk.id, bulk.object_api_name, leftOf(judged));
        return { records, judged };
      });
      tally.add(slice.judged);
      after = slice.records.at(-1)?.id ?? after;
      const isDone = slice.records.length < SLICE;
      const { preview } = tally;
      await this.#move(this.#tools.database.db, bulk, { preview, ...(isDone && { state: 'ready' }) });
      if (isDone) return;
    }
  }

  async #run(bulk: BulkRow): Promise<void> {
    const { now } = this.#tools;
    // What the preview found unchanged or refused is not looked at again.
    let state: RunState = bulk.run ?? {
      ...START,
      unchanged: bulk.preview?.unchanged ?? 0,
      refused: bulk.preview?.refused ?? 0,
    };
    for (let isDone = false; !isDone;) {
      const from = state;
      state = await this.#slice(bulk, async (trx, object, context) => {
        const records = await frozenAfter(trx, bulk.id, from.after, SLICE, 'changed');
        const judged = await this.#write(trx, bulk, this.#many(bulk, object, records, context));
        await noteLeft(trx, bulk.id, bulk.object_api_name, leftOf(judged));
        isDone = records.length < SLICE;
        const run = { ...added(from, judged), after: records.at(-1)?.id ?? from.after };
        await this.#move(trx, bulk, { run, ...(isDone && { state: 'finished', endedAt: now() }) });
        if (isDone) await forgetFrozen(trx, bulk.id);
        return run;
      });
    }
  }

  async #undo(bulk: BulkRow): Promise<void> {
    const { now } = this.#tools;
    await undoWork(
      {
        work: { kind: 'bulk', id: bulk.id },
        mainObject: bulk.object_api_name,
        actor: bulk.undone_by ?? bulk.author,
        state: (bulk.undo as UndoState | null) ?? undefined,
        signal: this.#stop.signal,
        giveWay: () => turn(),
        keep: async (trx, undo) => {
          await dataRolesOf(trx, bulk.undone_by ?? bulk.author);
          await this.#move(trx, bulk, { undo, ...(undo.done && { state: 'undone', endedAt: now() }) });
        },
        onProgress: () => undefined,
      },
      this.#tools,
    );
  }

  /** Brings back what a bulk edit archived, as far as no one else has. */
  async #unarchive(bulk: BulkRow): Promise<void> {
    const { database, now } = this.#tools;
    let state = (bulk.undo as UndoState | null) ?? undoStart(bulk.object_api_name);
    while (!state.done) {
      const from = state;
      const author = { ...bulk, author: bulk.undone_by ?? bulk.author };
      state = await this.#slice(author, async (trx, object, context) => {
        const gone = await archivedBy(trx, bulk.id, from.below, SLICE);
        await bringBack(trx, database.vault, object, gone, { ...context, origin: `undo:bulk:${bulk.id}` });
        const done = gone.length < SLICE;
        const restored = from.restored + gone.length;
        const undo = { ...from, below: String(gone.at(-1)?.record_id ?? from.below), restored, done };
        await this.#move(trx, bulk, { undo, ...(done && { state: 'undone', endedAt: now() }) });
        return undo;
      });
    }
  }

  /** What the work would make of records; nothing is written. */
  #judge(trx: Db, { task }: BulkRow, many: ManyChanges): Promise<Judgement[]> {
    if (task === 'archive') return archiveMany(trx, many, this.#deps.vault);
    return judgeMany(trx, many, this.#deps, false);
  }

  #write(trx: Db, { id, task, reason }: BulkRow, many: ManyChanges): Promise<Judgement[]> {
    if (task === 'archive') return archiveMany(trx, many, this.#deps.vault, { reason, bulkId: id });
    return changeMany(trx, many, this.#deps);
  }

  get #deps() {
    const { catalog, writer, database } = this.#tools;
    return { catalog, rates: writer.rates, companiesOf, vault: database.vault };
  }

  #many(bulk: BulkRow, object: CatalogObject, records: readonly FrozenRecord[], context: WriteContext) {
    return {
      object,
      records,
      context,
      inputOf: (values: Parameters<typeof bulkInput>[1]) => bulkInput(bulk.changes, values),
    };
  }

  /** Moves the work on, or ends it here where a user has ended it. */
  async #move(db: Db, { id, state }: BulkRow, move: Parameters<typeof moveBulk>[3]): Promise<void> {
    if (!(await moveBulk(db, id, [state], move))) throw new Ended();
  }

  /** One transaction of the work, by the newest definition and as long as its author is staff. */
  async #slice<T>(
    bulk: BulkRow,
    work: (trx: Db, object: CatalogObject, context: WriteContext) => Promise<T>,
  ): Promise<T> {
    const { database, catalog, now } = this.#tools;
    for (;;) {
      await turn();
      if (this.#stop.signal.aborted) throw new Ended();
      const slice = async (trx: Db) => {
        const object = catalog.storedObject(bulk.object_api_name);
        if (!(await holdVersion(trx, object))) return STALE;
        const roles = await dataRolesOf(trx, bulk.author);
        return work(trx, object, { actor: bulk.author, roles, origin: `bulk:${bulk.id}`, now: now() });
      };
      const done = await pastClashes(() => database.db.transaction().execute(slice));
      if (done !== STALE) return done;
      await catalog.refresh(bulk.object_api_name);
    }
  }
}

function added(from: RunState, judged: readonly Judgement[]): RunState {
  const counts = { ...from };
  for (const { outcome } of judged) counts[outcome] += 1;
  return counts;
}

/** What is left alone, and why: a word, or what the record was refused for. */
const leftOf = (judged: readonly Judgement[]) =>
  judged.flatMap((one) => {
    if (one.outcome === 'refused') return [{ id: one.id, reason: one.problems[0]?.message ?? one.outcome }];
    return one.outcome === 'skipped' || one.outcome === 'gone' ? [{ id: one.id, reason: one.outcome }] : [];
  });
