import type pg from 'pg';
import { Liveness } from '#server/db/liveness.ts';
import { ServerClient, ServerPool } from '#server/db/server-client.ts';
import { type Position, readLsn } from './position.ts';

/** Pause between two questions how far a replica has come, in milliseconds. */
const ASK_MS = 100;

/** The timeline is one that the writer has written down: so a server says whose log it follows, and not only how far it is. */
const HOW_FAR = `select pg_is_in_recovery() as standby, pg_last_wal_replay_lsn()::text as lsn,
  (select timeline from log_timeline) as timeline`;

interface HowFar {
  readonly standby: boolean;
  readonly lsn: string | null;
  readonly timeline: number | null;
}

/** What a replica said last. */
export interface Heard {
  readonly at: number;
  /** How far it has come; undefined for a server that is no standby, and for one that follows no log yet. */
  readonly position: Position | undefined;
  readonly isStandby: boolean;
}

export interface ReplicaOptions {
  readonly address: string;
  /** Of the connections that answer reads, and what each statement sets for itself. */
  readonly config: pg.PoolConfig;
  readonly settings: readonly string[];
  /** Milliseconds of a clock that only goes forward. */
  readonly clock: () => number;
  /** Called after each answer and each lost connection. */
  readonly changed: () => void;
}

/** One server that may answer reads, and how far it has come. */
export class Replica {
  /** Host and port. */
  readonly server: string;
  readonly pool: ServerPool;
  readonly #liveness: Liveness;
  #heard: Heard | undefined;

  constructor({ address, config, settings, clock, changed }: ReplicaOptions) {
    const { hostname, port } = new URL(address);
    this.server = `${hostname}:${port || 5432}`;
    this.pool = new ServerPool(config, () => address, settings);
    this.#liveness = new Liveness({
      askMs: ASK_MS,
      connect: async () => {
        const client = new ServerClient(config, address);
        await client.connect().catch((error: unknown) => {
          client.cut();
          throw error;
        });
        return client;
      },
      ask: async (client) => {
        const { rows } = await client.query<HowFar>(HOW_FAR);
        this.#heard = heard(rows[0], clock());
        changed();
      },
      lost: () => {
        this.#heard = undefined;
        changed();
      },
      cut: () => this.pool.cut(),
    });
  }

  /** What it said last; undefined while it cannot be reached. */
  get heard(): Heard | undefined {
    return this.#heard;
  }

  /** Statements under way and waiting. */
  get load(): number {
    return this.pool.totalCount - this.pool.idleCount + this.pool.waitingCount;
  }

  begin(): void {
    this.#liveness.begin();
  }

  async close(): Promise<void> {
    await this.#liveness.close();
    await this.pool.end();
  }
}

function heard(row: HowFar | undefined, at: number): Heard {
  const { standby = false, lsn = null, timeline = null } = row ?? {};
  const isKnown = standby && lsn !== null && timeline !== null;
  return { at, isStandby: standby, position: isKnown ? { timeline, lsn: readLsn(lsn) } : undefined };
}
