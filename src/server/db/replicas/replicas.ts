import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { hasPassed, later, type Position, readLsn } from './position.ts';
import { currentReading } from './reading.ts';
import { Replica, type ReplicaOptions } from './replica.ts';
import { WriterTrail } from './writer-trail.ts';

/** A replica that lacks what was written so long ago is left out, in milliseconds; all are once the writer was not heard for so long. */
const MOST_LAG_MS = 5000;
/** A replica that has said nothing for so long is left out, in milliseconds. */
const SILENT_MS = 1000;
/** Pause between two questions to the writer where nothing is written, in milliseconds. */
const ASK_WRITER_MS = 1000;

const HOW_FAR = `select pg_current_wal_insert_lsn()::text as lsn, pg_walfile_name(pg_current_wal_insert_lsn()) as file,
  (select timeline from log_timeline) as written`;
const WRITE_TIMELINE = `insert into log_timeline (timeline) values ($1)
  on conflict (only_one) do update set timeline = excluded.timeline`;
/** The name of a file of the log begins with its timeline, in hexadecimal digits. */
const TIMELINE_DIGITS = 8;

/**
 * Why a replica answers no reads: it cannot be reached, lacks what was written long ago, takes writes itself, or follows
 * another log than the writer's, as one does that a failover has left behind.
 */
export type LeftOut = 'lost' | 'behind' | 'not a standby' | 'another log';

/** How a replica is. */
export interface ReplicaState {
  /** Host and port. */
  readonly server: string;
  /** Undefined while reads are sent to it. */
  readonly leftOut: LeftOut | undefined;
  /** For how long it lacks something that was written, in milliseconds; undefined where that is not known. */
  readonly lagMs: number | undefined;
}

export interface ReplicasOptions extends Pick<ReplicaOptions, 'config' | 'settings' | 'clock'> {
  readonly addresses: readonly string[];
  /** Asked where its log is. */
  readonly writer: pg.Pool;
}

interface Waiting {
  readonly for: Position;
  readonly settle: () => void;
}

/** The servers that may answer reads, and which of them has come how far. */
export class Replicas {
  readonly #options: ReplicasOptions;
  readonly #replicas: readonly Replica[];
  readonly #trail = new WriterTrail();
  readonly #closed = new AbortController();
  readonly #listeners = new Set<(state: ReplicaState) => void>();
  readonly #waiting = new Set<Waiting>();
  /** How each was when it was last said; nothing is said of a new one until it was in use or cannot be reached. */
  readonly #said = new Map<Replica, LeftOut | undefined>();
  #following: Promise<void> | undefined;
  #asking: Promise<unknown> = Promise.resolve();
  #next: Promise<Position> | undefined;
  /** What every read must find; while it is due, it is not known. */
  #floor: Position | undefined;
  #isFloorDue = false;

  constructor(options: ReplicasOptions) {
    this.#options = options;
    const changed = () => this.#review();
    this.#replicas = options.addresses.map((address) => new Replica({ ...options, address, changed }));
  }

  /** Begins to follow the servers; until then all is read from the writer. */
  begin(): void {
    for (const replica of this.#replicas) replica.begin();
    this.#following ??= this.#follow();
  }

  /** Calls back when a replica is left out, and when it is used again. */
  listen(hear: (state: ReplicaState) => void): void {
    this.#listeners.add(hear);
  }

  states(): ReplicaState[] {
    return this.#replicas.map((replica) => this.#stateOf(replica));
  }

  /** Each server by itself, however it is. */
  get servers(): readonly Pick<Replica, 'server' | 'pool'>[] {
    return this.#replicas;
  }

  /**
   * Where the log of the writer is: all that was committed before the call is before it. Asked once for all who call
   * meanwhile.
   */
  position(): Promise<Position> {
    this.#next ??= this.#asking.then(() => {
      this.#next = undefined;
      const asked = this.#ask();
      this.#asking = asked.catch(() => undefined);
      return asked;
    });
    return this.#next;
  }

  /** From now on every read finds what was committed before the call. */
  async demand(): Promise<void> {
    this.#isFloorDue = true;
    // Where the writer cannot be asked it answers all reads itself until it can.
    await this.position().catch(() => undefined);
  }

  /** Settles when what was committed before the call is on every replica in use: all who read then find it. */
  async caughtUp(): Promise<void> {
    const position = await this.position().catch(() => undefined);
    if (!position) return;
    await new Promise<void>((resolve) => {
      this.#waiting.add({ for: position, settle: resolve });
      this.#review();
    });
  }

  /** Where the running request is to read: a replica that has come far enough now; undefined for the writer. */
  choose(): pg.Pool | undefined {
    const reading = currentReading();
    if (!reading || reading.at === 'writer') return undefined;
    const usable = this.#usable(reading.floor);
    // A request stays at its replica, so that it never sees one thing and then the time before.
    const found = reading.at ? usable.find(({ pool }) => pool === reading.at) : leastBusy(usable);
    reading.at = found?.pool ?? 'writer';
    return found?.pool;
  }

  async close(): Promise<void> {
    this.#closed.abort();
    await Promise.all(this.#replicas.map((replica) => replica.close()));
    await this.#following;
    for (const { settle } of this.#waiting) settle();
    this.#waiting.clear();
  }

  #usable(floor: Position | undefined): Replica[] {
    if (this.#isFloorDue) return [];
    return this.#replicas.filter((replica) => {
      const position = replica.heard?.position;
      const isFar = (needed: Position | undefined) => !needed || (position && hasPassed(position, needed));
      return this.#stateOf(replica).leftOut === undefined && isFar(this.#floor) && isFar(floor);
    });
  }

  #stateOf({ server, heard }: Replica): ReplicaState {
    const now = this.#options.clock();
    const { latest, heardAt } = this.#trail;
    const position = heard?.position;
    const isSameLog = position !== undefined && position.timeline === latest?.timeline;
    const lagMs = isSameLog ? this.#trail.lag(position.lsn, now) : undefined;
    const leftOut = (): LeftOut | undefined => {
      if (!heard || now - heard.at > SILENT_MS) return 'lost';
      if (!heard.isStandby) return 'not a standby';
      if (latest && !isSameLog) return 'another log';
      return lagMs === undefined || lagMs > MOST_LAG_MS || now - heardAt > MOST_LAG_MS ? 'behind' : undefined;
    };
    return { server, leftOut: leftOut(), lagMs };
  }

  /** After each answer: says what has changed, and settles what waited for it. */
  #review(): void {
    for (const replica of this.#closed.signal.aborted ? [] : this.#replicas) {
      const state = this.#stateOf(replica);
      const isNew = !this.#said.has(replica);
      if (isNew ? state.leftOut === 'behind' : state.leftOut === this.#said.get(replica)) continue;
      this.#said.set(replica, state.leftOut);
      if (!isNew || state.leftOut !== undefined) for (const hear of this.#listeners) hear(state);
    }
    for (const waiting of this.#waiting) {
      const isLacking = ({ heard }: Replica) => !heard?.position || !hasPassed(heard.position, waiting.for);
      if (this.#usable(undefined).some(isLacking)) continue;
      this.#waiting.delete(waiting);
      waiting.settle();
    }
  }

  async #follow(): Promise<void> {
    while (!this.#closed.signal.aborted) {
      await this.position().catch(() => undefined);
      this.#review();
      // An idle process may end meanwhile.
      await wait(ASK_WRITER_MS, undefined, { ref: false, signal: this.#closed.signal }).catch(() => undefined);
    }
  }

  async #ask(): Promise<Position> {
    const { writer, clock } = this.#options;
    const at = clock();
    const isFloorDue = this.#isFloorDue;
    const { rows } = await writer.query<{ lsn: string; file: string; written: number | null }>(HOW_FAR);
    const [row] = rows;
    if (!row) throw new Error('The writer does not say where its log is.');
    const position = { timeline: Number.parseInt(row.file.slice(0, TIMELINE_DIGITS), 16), lsn: readLsn(row.lsn) };
    // Replicas of this log will say so.
    if (row.written !== position.timeline) await writer.query(WRITE_TIMELINE, [position.timeline]);
    this.#trail.note(position, at);
    if (isFloorDue) {
      this.#floor = later(this.#floor, position);
      this.#isFloorDue = false;
    }
    return position;
  }
}

const leastBusy = (replicas: readonly Replica[]): Replica | undefined =>
  replicas.reduce<Replica | undefined>((best, each) => (best && best.load <= each.load ? best : each), undefined);
