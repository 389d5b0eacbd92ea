import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '#server/db/database.ts';
import type { WriterState } from '#server/db/writer.ts';
import type { Answered } from '#server/http/access-log.ts';
import { latestRuns } from '#server/platform/backups/run-queries.ts';
import { queueLengths } from './queries.ts';

/** How a sweep went so far in this process. */
export interface SweepState {
  readonly name: string;
  /** Milliseconds since 1970; undefined before the first success. */
  readonly succeededAt: number | undefined;
  readonly failures: number;
}

export interface MetricsDeps {
  readonly database: Pick<Database, 'kind' | 'db' | 'pool' | 'reads' | 'direct' | 'replicas'>;
  readonly hints: { readonly sent: number; readonly heard: number };
  readonly bus: { readonly size: number };
  readonly now: () => Date;
  /** Settles after so many milliseconds. */
  readonly wait: (milliseconds: number) => Promise<void>;
}

/** Bounds of the histogram in seconds: those of a page, and of what is slow. Each is a series for each route and status. */
const SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
/** A database that does not say so soon how long its queues are counts as down, in milliseconds. */
const ANSWER_MS = 3000;
const PREFIX = 'jingtu_';

/** What the database says for one reading. */
interface FromDatabase {
  readonly queues: Readonly<Record<string, number>>;
  readonly backedUpAt: number;
}

/** What a process publishes of itself, in the text format of Prometheus. docs/operations.md says what each name means. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #deps: MetricsDeps;
  readonly #requests: Histogram;
  readonly #writerChanges: Counter;
  #asked: Promise<FromDatabase | undefined> | undefined;
  #sweeps: () => readonly SweepState[] = () => [];

  constructor(deps: MetricsDeps) {
    this.#deps = deps;
    const registers = [this.#registry];
    collectDefaultMetrics({ register: this.#registry });
    this.#requests = new Histogram({
      name: `${PREFIX}http_request_duration_seconds`,
      help: 'Requests by method, route and status, and how long each took.',
      labelNames: ['method', 'route', 'status'],
      buckets: SECONDS,
      registers,
    });
    this.#writerChanges = new Counter({
      name: `${PREFIX}database_writer_changes_total`,
      help: 'Times that the database server that takes writes was lost, and found again.',
      labelNames: ['state'],
      registers,
    });
    for (const state of ['away', 'back'] as const) this.#writerChanges.inc({ state }, 0);
    this.#gaugePools();
    this.#gaugeReplicas();
    this.#gaugeHints();
    this.#gaugeSweeps();
    this.#gaugeDatabase();
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  /** Everything, as it is now. */
  async text(): Promise<string> {
    // The library writes what has no value yet as Prometheus reads it, but no other reader of the format does.
    return (await this.#registry.metrics()).replaceAll(/ Nan$/gm, ' NaN');
  }

  readonly answered = ({ method, route, status, ms }: Answered): void => {
    this.#requests.observe({ method, route, status }, ms / 1000);
  };

  readonly heardOfWriter = (state: WriterState): void => {
    this.#writerChanges.inc({ state });
  };

  /** Publishes how sweeps go, once there are any. */
  follow(sweeps: () => readonly SweepState[]): void {
    this.#sweeps = sweeps;
  }

  #gauge(
    name: string,
    help: string,
    labelNames: readonly string[],
    collect: (gauge: Gauge) => Promise<void> | void,
  ): void {
    new Gauge({
      name: PREFIX + name,
      help,
      labelNames,
      registers: [this.#registry],
      async collect() {
        this.reset();
        await collect(this);
      },
    });
  }

  #gaugePools(): void {
    const { database } = this.#deps;
    const pools: [name: string, pool: Database['pool']][] = [['writes', database.pool]];
    if (database.reads !== database.pool) pools.push(['reads', database.reads]);
    if (database.direct !== database.pool) pools.push(['direct', database.direct]);
    this.#gauge('database_connections', 'Connections of a pool.', ['pool', 'state'], (gauge) => {
      for (const [pool, { totalCount, idleCount }] of pools) {
        gauge.set({ pool, state: 'used' }, totalCount - idleCount);
        gauge.set({ pool, state: 'idle' }, idleCount);
      }
    });
    this.#gauge('database_waiting_requests', 'Requests that wait for a connection of a pool.', ['pool'], (gauge) => {
      for (const [pool, { waitingCount }] of pools) gauge.set({ pool }, waitingCount);
    });
  }

  #gaugeReplicas(): void {
    const states = () => this.#deps.database.replicas?.states() ?? [];
    this.#gauge('replica_used', 'Whether reads are sent to a replica.', ['server'], (gauge) => {
      for (const { server, leftOut } of states()) gauge.set({ server }, leftOut === undefined ? 1 : 0);
    });
    this.#gauge(
      'replica_lag_seconds',
      'For how long a replica lacks something that was written.',
      ['server'],
      (gauge) => {
        for (const { server, lagMs } of states()) if (lagMs !== undefined) gauge.set({ server }, lagMs / 1000);
      },
    );
  }

  #gaugeHints(): void {
    const { hints, bus } = this.#deps;
    this.#gauge('event_streams', 'Screens that listen to this process.', [], (gauge) => gauge.set(bus.size));
    new Counter({
      name: `${PREFIX}hints_total`,
      help: 'Hints between processes that something changed.',
      labelNames: ['direction'],
      registers: [this.#registry],
      collect() {
        this.reset();
        for (const direction of ['sent', 'heard'] as const) this.inc({ direction }, hints[direction]);
      },
    });
  }

  #gaugeSweeps(): void {
    const states = () => this.#sweeps();
    this.#gauge(
      'sweep_last_success_timestamp_seconds',
      'When a sweep last succeeded in this process.',
      ['sweep'],
      (gauge) => {
        for (const { name, succeededAt } of states())
          if (succeededAt !== undefined) gauge.set({ sweep: name }, succeededAt / 1000);
      },
    );
    new Counter({
      name: `${PREFIX}sweep_failures_total`,
      help: 'Times that a sweep failed in this process.',
      labelNames: ['sweep'],
      registers: [this.#registry],
      collect() {
        this.reset();
        for (const { name, failures } of states()) this.inc({ sweep: name }, failures);
      },
    });
  }

  #gaugeDatabase(): void {
    this.#gauge('database_up', 'Whether the database answered this reading.', [], async (gauge) =>
      gauge.set((await this.#ask()) ? 1 : 0),
    );
    this.#gauge('queue_length', 'Work that waits or is under way, for all processes.', ['queue'], async (gauge) => {
      for (const [queue, length] of Object.entries((await this.#ask())?.queues ?? {})) gauge.set({ queue }, length);
    });
    this.#gauge(
      'backup_last_success_timestamp_seconds',
      'When the last backup that was found to be good ended; 0 where there is none.',
      [],
      async (gauge) => gauge.set((await this.#ask())?.backedUpAt ?? 0),
    );
  }

  /** Asks once for all who read at a time, also where the database leaves them waiting. */
  #ask(): Promise<FromDatabase | undefined> {
    const late = this.#deps.wait(ANSWER_MS).then(() => undefined);
    this.#asked ??= this.#read()
      .catch(() => undefined)
      .finally(() => (this.#asked = undefined));
    return Promise.race([this.#asked, late]);
  }

  async #read(): Promise<FromDatabase> {
    const { database, now } = this.#deps;
    const queues = await queueLengths(database.db, now());
    const { good } = await latestRuns(database.db);
    return { queues, backedUpAt: good?.ended_at ? new Date(good.ended_at).getTime() / 1000 : 0 };
  }
}
