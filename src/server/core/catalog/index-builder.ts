import type { Database, Db } from '#server/db/database.ts';
import { fillRecords } from './back-fill-job.ts';
import type { FillJob } from './back-fill-queries.ts';
import type { Catalog } from './catalog.ts';
import { finishJob, isInvalidIndex, leaveIndexLock, pendingJobs, runIndexSql, takeIndexLock } from './queries.ts';

/** How long a process waits before it asks again whether another one has built all indexes. */
const TURN_MS = 200;

export interface IndexBuilderDeps {
  readonly database: Database;
  readonly catalog: Catalog;
  readonly between?: ((step: string) => void) | undefined;
  readonly now: () => Date;
  readonly wait: (milliseconds: number) => Promise<void>;
}

/** Builds and fills what saved definitions asked for, after their transactions, and finishes what a dead process left. */
export class IndexBuilder {
  readonly #deps: IndexBuilderDeps;
  #running: Promise<unknown> = Promise.resolve();
  #stopped = false;

  constructor(deps: IndexBuilderDeps) {
    this.#deps = deps;
  }

  /** Runs all that is pending, one index after the other, and after what is running. Returns how many were tried. */
  run(): Promise<number> {
    const next = this.#running.then(() => this.#run());
    this.#running = next.catch(() => undefined);
    return next;
  }

  /** Begins no further index; settles when the one being built is done. What is left waits for the next run. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }

  async #run(): Promise<number> {
    const { database, wait } = this.#deps;
    // The embedded database has one process and one connection, which is not kept from others between two indexes.
    if (database.kind === 'embedded') return this.#build(database.db);
    return database.directDb.connection().execute(async (db) => {
      // Asking again instead of queueing: a query that waits would be waited for by the index that is being built.
      while (!(await takeIndexLock(db))) {
        if (this.#stopped) return 0;
        await wait(TURN_MS);
      }
      try {
        return await this.#build(db);
      } finally {
        await leaveIndexLock(db);
      }
    });
  }

  async #build(db: Db): Promise<number> {
    const jobs = await pendingJobs(db);
    for (const job of jobs) {
      if (this.#stopped) break;
      try {
        if (await isInvalidIndex(db, job.target))
          await runIndexSql(db, this.#beside(`drop index if exists "${job.target}"`));
        if (job.fill) {
          if (!(await this.#fill({ ...job.fill, id: job.id }))) break;
        } else await runIndexSql(db, this.#beside(job.sql));
        await finishJob(db, job.id, this.#deps.now(), null);
      } catch (error) {
        await finishJob(db, job.id, null, (error as Error).message);
      }
    }
    return jobs.length;
  }

  #fill(order: FillJob): Promise<boolean> {
    return fillRecords({ ...this.#deps, isStopped: () => this.#stopped }, order);
  }

  /** The statement so that readers and writers go on beside it, where the database can. */
  #beside(statement: string): string {
    return this.#deps.database.kind === 'postgres'
      ? statement.replace(/^(create unique|create|drop) index/, '$1 index concurrently')
      : statement;
  }
}
