import type { ChangedRecords } from '#server/db/committed.ts';

/** Records of an object that open screens are to read again; without `ids` there are too many to name. */
export interface RecordHint {
  readonly objectApiName: string;
  readonly ids?: readonly string[];
  /** Those of `ids` that were not there before. */
  readonly created?: readonly string[];
}

/** Records that a hint names at most. */
const MAX_IDS = 50;
/** A save and what follows from it go out together. */
const GATHER_MS = 40;
/** Two hints of an object a second, so that lists which many have open are not read without end. */
const LEAST_MS = 500;
/** Hints about more records than can be named, as an import gives, make every open list of the object read again. */
const LEAST_BULK_MS = 5000;

/** What waits to be announced of one object. */
interface Waiting {
  /** Null: more than can be named. */
  readonly ids: Set<string> | null;
  readonly created: Set<string>;
  /** When the first of it was written: who writes on and on postpones nothing. */
  readonly since: number;
  readonly due: number;
}

/** Gathers what was written, so that open screens are asked to read it again at most so often. */
export class RecordHints {
  readonly #announce: (hints: readonly RecordHint[]) => void;
  readonly #waiting = new Map<string, Waiting>();
  readonly #announced = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(announce: (hints: readonly RecordHint[]) => void) {
    this.#announce = announce;
  }

  /** Takes what was committed. */
  hear(changed: readonly ChangedRecords[]): void {
    const now = performance.now();
    for (const { objectApiName, ids, created = [] } of changed) {
      const waiting = this.#waiting.get(objectApiName);
      const before = waiting?.ids;
      const all = before === null || ids === 'all' ? null : new Set([...(before ?? []), ...ids.slice(0, MAX_IDS + 1)]);
      const named = all !== null && all.size <= MAX_IDS ? all : null;
      const last = this.#announced.get(objectApiName) ?? -LEAST_BULK_MS;
      const since = waiting?.since ?? now;
      const due = Math.max(since + GATHER_MS, last + (named ? LEAST_MS : LEAST_BULK_MS));
      const born = named ? new Set([...(waiting?.created ?? []), ...created]) : new Set<string>();
      this.#waiting.set(objectApiName, { ids: named, created: born, since, due });
    }
    this.#plan();
  }

  #plan(): void {
    clearTimeout(this.#timer);
    if (this.#waiting.size === 0) return;
    const next = Math.min(...[...this.#waiting.values()].map(({ due }) => due));
    this.#timer = setTimeout(() => this.#send(), Math.max(0, next - performance.now()));
    this.#timer.unref();
  }

  #send(): void {
    const now = performance.now();
    // A timer may be a little early.
    const due = [...this.#waiting].filter(([, waiting]) => waiting.due <= now + GATHER_MS);
    for (const [objectApiName] of due) {
      this.#waiting.delete(objectApiName);
      this.#announced.set(objectApiName, now);
    }
    this.#announce(
      due.map(([objectApiName, { ids, created }]) => ({
        objectApiName,
        ...(ids && { ids: [...ids] }),
        ...(created.size > 0 && { created: [...created] }),
      })),
    );
    this.#plan();
  }
}
