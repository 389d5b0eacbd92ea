import type { Position } from './position.ts';

/** Marks are kept for so long, in milliseconds: of a replica that lags by more it is not known by how much. */
const KEPT_MS = 60_000;
/** Two marks are at least so far apart, in milliseconds. */
const APART_MS = 100;

interface Mark {
  readonly lsn: bigint;
  readonly at: number;
}

/** When the log of the writer had come how far: how long ago something was written that a replica lacks. */
export class WriterTrail {
  #marks: Mark[] = [];
  #latest: Position | undefined;
  #heardAt = -Infinity;

  get latest(): Position | undefined {
    return this.#latest;
  }

  /** When the writer was last heard, in milliseconds of the clock. */
  get heardAt(): number {
    return this.#heardAt;
  }

  /** The writer said where its log is, having been asked at `at`. Answers may come in another order than they were asked. */
  note(position: Position, at: number): void {
    this.#heardAt = Math.max(this.#heardAt, at);
    // On another timeline nothing is known of how far replicas lag.
    if (this.#latest?.timeline !== position.timeline) this.#marks = [];
    else if (position.lsn < this.#latest.lsn) return;
    this.#latest = position;
    const last = this.#marks.at(-1);
    if (last && at - last.at < APART_MS) return;
    this.#marks.push({ lsn: position.lsn, at });
    if ((this.#marks[1]?.at ?? at) < at - KEPT_MS) this.#marks.shift();
  }

  /**
   * For how long a server that has come so far lacks something, in milliseconds. Undefined for one that has passed no mark:
   * it lags by more than is known.
   */
  lag(lsn: bigint, now: number): number | undefined {
    const lacked = this.#marks.findIndex((mark) => mark.lsn > lsn);
    if (lacked === -1) return this.#latest ? 0 : undefined;
    return lacked === 0 ? undefined : now - (this.#marks[lacked]?.at ?? now);
  }
}
