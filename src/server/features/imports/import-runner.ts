import { setImmediate as turn } from 'node:timers/promises';
import type { ImportCounts, ImportOutcome, ImportProgress } from '#schemas/api/imports.ts';
import { Failure } from '#shared/errors.ts';
import { JobQueue } from '#server/core/jobs/job-queue.ts';
import { lockImports } from '#server/features/imports/run/import-lock.ts';
import { runImport } from '#server/features/imports/run/import-run.ts';
import { Rehearsal } from '#server/features/imports/run/rehearsal.ts';
import type { ImportOptions, ImportTools } from '#server/features/imports/run/run-options.ts';
import { undoStated } from '#server/features/imports/stated/undo-stated.ts';
import { countWritten } from '#server/core/undo/queries.ts';
import { undoWork } from '#server/core/undo/undo-run.ts';
import { FILE_GONE, type ImportFiles } from './import-files.ts';
import { runIdOf, shownCounts } from './outcome.ts';
import { endJob, interruptOthers, type Job, keepProgress, moveUndo, queuedJobs, takeJob } from './queries.ts';

/** Rows in one transaction: few enough that no user waits for the thread or the one connection for long. */
export const SLICE_ROWS = 200;
const PROGRESS_EVERY_MS = 1000;
const LONGEST_NAME = 80;
const UNDO_COUNTED = 1_000_000;

export interface RunnerDeps extends ImportTools {
  readonly files: ImportFiles;
  /** Receives faults that are no one's failure. */
  readonly onFault: (error: unknown) => void;
}

/** The import at hand. */
interface Current {
  readonly id: string;
  readonly stop: AbortController;
  progress: ImportProgress | null;
  counts: ImportCounts | null;
}

/** Runs queued imports, one at a time on a database, slice by slice in this process. */
export class ImportRunner {
  readonly #deps: RunnerDeps;
  readonly #queue: JobQueue;
  #current: Current | undefined;
  #keeping: Promise<void> | undefined;

  constructor(deps: RunnerDeps) {
    this.#deps = deps;
    const { database, onFault } = deps;
    this.#queue = new JobQueue({
      lock: () => lockImports(database),
      // Earlier holders have released the lock: an import that is still marked as running has stopped.
      recover: () => interruptOthers(database.db, undefined),
      next: () => this.#next(),
      onFault,
    });
  }

  /** The import that this process runs, and how far it is. */
  get current(): Readonly<Omit<Current, 'stop'>> | undefined {
    return this.#current;
  }

  /** Marks what still says it runs though its process has ended; waits for nothing else. */
  async interruptDead(): Promise<void> {
    const { database } = this.#deps;
    if (this.#queue.isWorking) return;
    const unlock = await lockImports(database);
    if (!unlock) return;
    try {
      await interruptOthers(database.db, this.#current?.id);
    } finally {
      await unlock();
    }
  }

  /** Sees to the queue, and to imports whose process has ended. Resolves when there is nothing more to do here. */
  wake(): Promise<void> {
    return this.#queue.wake();
  }

  stop(id: string): void {
    if (this.#current?.id === id) this.#current.stop.abort();
  }

  /** Ends after the slice at hand; the import goes on when a user continues it. */
  async close(): Promise<void> {
    await this.#queue.close(() => this.#current?.stop.abort());
    await this.#keeping;
  }

  async #next(): Promise<boolean> {
    const { database, files } = this.#deps;
    for (const { id } of await queuedJobs(database.db)) {
      if (!(await files.has(id))) continue;
      const job = await takeJob(database.db, id);
      if (job) await this.#run(job);
      return job !== undefined;
    }
    return false;
  }

  async #run(job: Job): Promise<void> {
    const { db } = this.#deps.database;
    const current: Current = { id: job.id, stop: new AbortController(), progress: null, counts: null };
    this.#current = current;
    try {
      const finished = job.task === 'undo' ? await this.#undo(job, current) : await this.#bringIn(job, current);
      if (!finished) await endJob(db, job.id, { state: this.#queue.isClosed ? 'interrupted' : 'stopped' });
    } catch (error) {
      if (!(error instanceof Failure)) this.#deps.onFault(error);
      const problem = error instanceof Failure ? error.message : '发生未知错误，已保留此前写入的内容，可以继续';
      await endJob(db, job.id, { state: 'failed', problem });
    } finally {
      this.#current = undefined;
    }
  }

  async #bringIn(job: Job, current: Current): Promise<boolean> {
    const { files, now, database } = this.#deps;
    const { mapping } = job;
    if (!mapping) throw new Failure('INVALID_BODY', '还没有设置字段对应关系');
    const isCheck = job.task === 'check';
    if (!(await files.fetch(job.id))) throw new Failure('UNAVAILABLE', FILE_GONE);
    await files.fetchReports(job.id);
    const rehearsal = isCheck ? new Rehearsal(this.#deps.duplicates) : undefined;
    const started = now().getTime();
    let measured = this.#measure(current);
    let before = { lines: 0, done: 0 };
    const options: ImportOptions = {
      file: files.file(job.id),
      mapping: { ...mapping, format: job.format },
      reportDir: files.reports(job.id),
      dryRun: isCheck,
      ...(rehearsal && { rehearsal }),
      actor: job.wantedBy ?? job.author,
      origin: `import:${job.fileName.slice(0, LONGEST_NAME)}#${job.id}`,
      sliceRows: SLICE_ROWS,
      runId: runIdOf(job.id),
      groups: true,
      signal: current.stop.signal,
      giveWay: () => turn(),
      onBegin: ({ done }, { lines }) => {
        before = { lines, done };
        measured = this.#measure(current);
      },
      onProgress: (progress, counts) => {
        current.counts = shownCounts(counts);
        measured({ ...progress, begun: before.done, handled: counts.lines - before.lines });
      },
      onEnd: async (trx, { summary, state }) => {
        const outcome: ImportOutcome = {
          counts: shownCounts(summary.counts),
          problems: [...(state.groups ?? [])],
          samples: [...(rehearsal?.samples ?? [])],
          ...(rehearsal && { alike: rehearsal.alike }),
          seconds: (now().getTime() - started) / 1000,
        };
        await endJob(trx, job.id, { state: 'finished', ...(isCheck ? { checked: outcome } : { result: outcome }) });
      },
    };
    try {
      return (await runImport(options, { ...this.#deps, database })).finished;
    } finally {
      await files.keepReports(job.id).catch((error: unknown) => this.#deps.onFault(error));
    }
  }

  async #undo(job: Job, current: Current): Promise<boolean> {
    const work = { kind: 'import', id: job.id } as const;
    const total = await countWritten(this.#deps.database.db, work, UNDO_COUNTED);
    const measured = this.#measure(current);
    const sum = (state: { removed: number; restored: number; kept: number; gone: number }) =>
      state.removed + state.restored + state.kept + state.gone;
    const before = job.undo ? sum(job.undo) : 0;
    let kept = job.undo ?? undefined;
    await undoStated(this.#deps, job.id, async () => {
      await turn();
      return !current.stop.signal.aborted;
    });
    const state = await undoWork(
      {
        work,
        mainObject: job.objectApiName,
        actor: job.wantedBy ?? job.author,
        state: kept,
        signal: current.stop.signal,
        giveWay: () => turn(),
        keep: async (trx, next) => {
          if (!(await moveUndo(trx, job.id, next, kept)))
            throw new Failure('CONFLICT', '另一个进程正在撤销这次导入，本进程已停止');
        },
        onProgress: (next) => {
          kept = next;
          measured({ done: sum(next), total, begun: before, handled: sum(next) - before });
        },
      },
      this.#deps,
    );
    return state.done;
  }

  /** Keeps progress here at every slice, and in the database each second for other processes. */
  #measure(current: Current): (progress: Omit<ImportProgress, 'seconds'>) => void {
    const { now, database } = this.#deps;
    const started = now().getTime();
    let keptAt = -Infinity;
    return (progress) => {
      const at = now().getTime();
      current.progress = { ...progress, seconds: (at - started) / 1000 };
      if (at - keptAt < PROGRESS_EVERY_MS) return;
      keptAt = at;
      this.#keeping = keepProgress(database.db, current.id, current.progress).then(
        (isAskedToStop) => void (isAskedToStop && current.stop.abort()),
        (error: unknown) => this.#deps.onFault(error),
      );
    };
  }
}
