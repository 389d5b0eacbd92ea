import { sql, type Transaction } from 'kysely';
import type { Db } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';

/** A transaction that stays open over several steps, and ends as it is asked to. */
export class OpenWrite {
  readonly trx: Transaction<Tables>;
  readonly #end: (commit: boolean) => void;
  readonly #done: Promise<unknown>;
  readonly #db: Db;
  readonly #backend: number;

  private constructor(
    db: Db,
    parts: {
      readonly trx: Transaction<Tables>;
      readonly end: (commit: boolean) => void;
      readonly done: Promise<unknown>;
      readonly backend: number;
    },
  ) {
    this.#db = db;
    this.trx = parts.trx;
    this.#end = parts.end;
    this.#done = parts.done;
    this.#backend = parts.backend;
  }

  static begin(db: Db): Promise<OpenWrite> {
    const begun = Promise.withResolvers<OpenWrite>();
    const ended = Promise.withResolvers<boolean>();
    const done: Promise<unknown> = db
      .transaction()
      .execute(async (trx) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
        const end = ended.resolve;
        const parts = { trx, end, done: Promise.resolve().then(() => done), backend: rows[0]?.pid ?? 0 };
        begun.resolve(new OpenWrite(db, parts));
        if (!(await ended.promise)) throw new Error('rolled back');
      })
      .catch(() => undefined);
    return begun.promise;
  }

  async end(commit: boolean): Promise<void> {
    this.#end(commit);
    await this.#done;
  }

  /** Ends the server's process of the connection, as a crash of this one would. */
  async kill(): Promise<void> {
    await sql`select pg_terminate_backend(${this.#backend}::integer)`.execute(this.#db);
    // Until the connection knows that it is lost it would be handed out again.
    await sql`select 1`.execute(this.trx).catch(() => undefined);
    await this.end(false);
  }
}
