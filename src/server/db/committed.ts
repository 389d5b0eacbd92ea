import {
  type DatabaseConnection,
  type Kysely,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
} from 'kysely';
import { readFromWriter } from './replicas/reading.ts';
import type { Tables } from './tables.ts';

/** Records of an object that were written. */
export interface ChangedRecords {
  readonly objectApiName: string;
  readonly ids: readonly string[] | 'all';
  /** Those of them that were not there before. */
  readonly created?: readonly string[];
}

type Hear = (changed: readonly ChangedRecords[]) => void;

/** What the transaction on a connection has written so far. */
const NOTED = new WeakMap<DatabaseConnection, ChangedRecords[]>();

/** Takes note of what a transaction writes: who listens hears of it when it is committed, and only then. */
export async function noteWritten(trx: Kysely<Tables>, changed: ChangedRecords): Promise<void> {
  if (!trx.isTransaction || changed.ids.length === 0) return;
  await trx.getExecutor().provideConnection(async (connection) => {
    const noted = NOTED.get(connection);
    if (noted) noted.push(changed);
    else NOTED.set(connection, [changed]);
  });
}

/** Those who hear of what this process has committed. */
export class Commits {
  readonly #listeners = new Set<Hear>();

  /** Calls back after each commit that wrote records. */
  listen(hear: Hear): void {
    this.#listeners.add(hear);
  }

  hear(changed: readonly ChangedRecords[]): void {
    for (const hear of this.#listeners) hear(changed);
  }
}

/** PostgreSQL, with word of what was committed. */
export class CommitsDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;
  readonly #commits: Commits;

  constructor(config: PostgresDialectConfig, commits: Commits) {
    super(config);
    this.#config = config;
    this.#commits = commits;
  }

  override createDriver(): PostgresDriver {
    return new CommitsDriver(this.#config, this.#commits);
  }
}

class CommitsDriver extends PostgresDriver {
  readonly #commits: Commits;

  constructor(config: PostgresDialectConfig, commits: Commits) {
    super(config);
    this.#commits = commits;
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const noted = NOTED.get(connection);
    NOTED.delete(connection);
    await super.commitTransaction(connection);
    readFromWriter();
    if (noted) this.#commits.hear(noted);
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    NOTED.delete(connection);
    await super.rollbackTransaction(connection);
  }
}
