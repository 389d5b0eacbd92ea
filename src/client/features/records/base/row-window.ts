import { makeAutoObservable, observable } from 'mobx';
import type { countRecords, ListReply, RecordRow } from '#schemas/api/records.ts';
import type { ReplyOf } from '#schemas/api/route.ts';

/** Rows that one request brings. */
export const CHUNK_ROWS = 100;
/** Chunks kept around the view: enough to go back a few screens without asking again, and little memory. */
const KEPT_CHUNKS = 30;

/** How many rows match: where it is not exact, at least so many, or about so many. */
export interface RowCount {
  readonly total: number;
  readonly isExact: boolean;
  readonly isEstimate?: boolean;
}

/** How many rows there are, as the server counted them. */
export const rowCountOf = ({
  total,
  totalIsExact,
  totalIsEstimate = false,
}: ReplyOf<typeof countRecords>): RowCount => ({
  total,
  isExact: totalIsExact,
  isEstimate: totalIsEstimate,
});

interface Chunk {
  /** A hole is a row that has moved elsewhere; it is filled when the chunk is read again. */
  readonly rows: readonly (RecordRow | undefined)[];
  /** Cursor of the chunk behind; null after the last row. */
  readonly after: string | null;
  /** Shown until it is read again. */
  readonly isStale: boolean;
}

/** The numbers of the chunks that hold the rows `from` to `to` (one past the last). */
export function chunksBetween(from: number, to: number): readonly number[] {
  const first = Math.max(0, Math.floor(from / CHUNK_ROWS));
  const last = Math.floor((to - 1) / CHUNK_ROWS);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
}

/** The rows of a long list as far as they are kept: chunks of 100 around the view, and how long the list is known to be. */
export class RowWindow {
  readonly #chunks = observable.map<number, Chunk>({}, { deep: false });
  /** Chunk numbers, the one unseen for longest first. */
  readonly #seen = new Set<number>();
  /** Rows that there are at least. */
  atLeast = 0;
  /** Where the list was seen to end. */
  end: number | undefined;
  counted: RowCount | undefined;

  constructor() {
    makeAutoObservable(this, {
      rowAt: false,
      placeOf: false,
      kept: false,
      cursorOf: false,
      isMissing: false,
      isKept: false,
    });
  }

  get keptChunks(): number {
    return this.#chunks.size;
  }

  /** Rows that the list is drawn with. Grows while the end is unknown, so that there is always something to scroll into. */
  get rowCount(): number {
    if (this.end !== undefined) return this.end;
    if (this.counted?.isExact === true) return Math.max(this.counted.total, this.atLeast);
    return this.atLeast === 0 ? 0 : Math.max(this.counted?.total ?? 0, this.atLeast + CHUNK_ROWS);
  }

  /** What to say of the length: as soon as the end was seen, that; never fewer rows than were seen. */
  get count(): RowCount | undefined {
    if (this.end !== undefined) return { total: this.end, isExact: true };
    const isMore = this.counted?.isExact === false && this.counted.total < this.atLeast;
    return isMore ? { total: this.atLeast, isExact: false } : this.counted;
  }

  /** The row at a place counted from 0; undefined while it is not here. Observable. */
  rowAt(index: number): RecordRow | undefined {
    return this.#chunks.get(Math.floor(index / CHUNK_ROWS))?.rows[index % CHUNK_ROWS];
  }

  /** The place of a row that is here. Observable. */
  placeOf(id: string): number | undefined {
    for (const [chunk, { rows }] of this.#chunks) {
      const at = rows.findIndex((row) => row?.id === id);
      if (at >= 0) return chunk * CHUNK_ROWS + at;
    }
    return undefined;
  }

  /** Every row that is here, in its order. */
  kept(): readonly RecordRow[] {
    const chunks = [...this.#chunks].toSorted(([a], [b]) => a - b);
    return chunks.flatMap(([, { rows }]) => rows.filter((row) => row !== undefined));
  }

  isKept(chunk: number): boolean {
    return this.#chunks.has(chunk);
  }

  /** Must this chunk be asked for? */
  isMissing(chunk: number): boolean {
    return this.#chunks.get(chunk)?.isStale ?? true;
  }

  /** The cursor that leads to a chunk, when the one before it is here and fresh. */
  cursorOf(chunk: number): string | undefined {
    const before = this.#chunks.get(chunk - 1);
    return before?.isStale === false ? (before.after ?? undefined) : undefined;
  }

  /** Takes what a request for a chunk brought. */
  put(chunk: number, reply: Pick<ListReply, 'list' | 'after' | 'total' | 'count'>): void {
    const { list, after, count } = reply;
    const start = chunk * CHUNK_ROWS;
    this.#chunks.set(chunk, { rows: list, after, isStale: false });
    this.touch([chunk]);
    if (after !== null) {
      this.atLeast = Math.max(this.atLeast, start + list.length + 1);
      if (this.end !== undefined && this.end < this.atLeast) this.end = undefined;
    } else {
      this.end = list.length > 0 || chunk === 0 ? start + list.length : Math.min(start, reply.total);
      this.atLeast = this.end;
    }
    if (count) this.counted = rowCountOf(count);
    this.#holeTwins(chunk, list);
    this.#forget();
  }

  /** Keeps these chunks for longer than all others. */
  touch(chunks: readonly number[]): void {
    for (const chunk of chunks) {
      this.#seen.delete(chunk);
      this.#seen.add(chunk);
    }
  }

  /** Only these chunks stay, to be shown until each is read again. */
  age(kept: readonly number[]): void {
    for (const [number, chunk] of this.#chunks) {
      if (kept.includes(number)) this.#chunks.set(number, { ...chunk, isStale: true });
      else this.#drop(number);
    }
  }

  clear(): void {
    this.#chunks.clear();
    this.#seen.clear();
    this.atLeast = 0;
    this.end = undefined;
    this.counted = undefined;
  }

  /** Records came or went between two requests: what is newer is right, and no row is twice on one screen. */
  #holeTwins(chunk: number, list: readonly RecordRow[]): void {
    const ids = new Set(list.map((row) => row.id));
    for (const neighbour of [chunk - 1, chunk + 1]) {
      const other = this.#chunks.get(neighbour);
      if (!other?.rows.some((row) => row && ids.has(row.id))) continue;
      const rows = other.rows.map((row) => (row && ids.has(row.id) ? undefined : row));
      this.#chunks.set(neighbour, { ...other, rows, isStale: true });
    }
  }

  #forget(): void {
    for (const oldest of this.#seen) {
      if (this.#chunks.size <= KEPT_CHUNKS) return;
      this.#drop(oldest);
    }
  }

  #drop(chunk: number): void {
    this.#chunks.delete(chunk);
    this.#seen.delete(chunk);
  }
}
