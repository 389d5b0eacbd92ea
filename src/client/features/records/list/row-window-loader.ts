import type { ListReply } from '#schemas/api/records.ts';
import { FAILURES } from '#shared/errors.ts';
import { asFailure, type ApiFailure } from '#client/lib/api-failure.ts';
import { chunksBetween, type RowWindow } from '#client/features/records/base/row-window.ts';

/** Which rows a request is for: behind a cursor, or a page of 100 counted from 1; neither for the first rows. */
export interface ChunkPlace {
  readonly after?: string;
  readonly page?: number;
}

/** Runs something once the view has come to rest; the returned function calls it off. */
export type Rest = (run: () => void) => () => void;

const REST_MS = 90;
export const restByTimer: Rest = (run) => {
  const timer = setTimeout(run, REST_MS);
  return () => clearTimeout(timer);
};

interface LoaderDeps {
  readonly rows: RowWindow;
  readonly ask: (place: ChunkPlace, signal: AbortSignal) => Promise<ListReply>;
  /** Takes a reply before its rows are shown. */
  readonly receive: (chunk: number, reply: ListReply) => void;
  readonly fail: (failure: ApiFailure) => void;
  readonly rest: Rest;
}

interface Flight {
  readonly given: AbortController;
  readonly landed: Promise<void>;
}

const MAX_FLIGHTS = 2;
/** Rows beyond the view that are fetched as well, so that reading on meets no gap. */
const [BEHIND, AHEAD] = [40, 60];

/**
 * Fetches the chunks that the view needs. Reading on is served at once and by cursor; after a jump, and while the view
 * flies past, nothing is asked until it rests, and what it has left behind is given up.
 */
export class RowLoader {
  readonly #parts: LoaderDeps;
  readonly #flights = new Map<number, Flight>();
  readonly #failed = new Set<number>();
  #view = { from: 0, to: 0 };
  #callOff: () => void = () => undefined;

  constructor(parts: LoaderDeps) {
    this.#parts = parts;
  }

  /** The chunks on screen. */
  get visible(): readonly number[] {
    return this.#within(this.#view.from, this.#view.to);
  }

  /** Says which rows are on screen, `to` being one past the last. */
  see(from: number, to: number): void {
    this.#view = { from, to };
    const { rows } = this.#parts;
    rows.touch(this.visible.filter((chunk) => rows.isKept(chunk)));
    const isNear = this.visible.every(
      (chunk) => [chunk - 1, chunk, chunk + 1].some((near) => rows.isKept(near)) || this.#flights.has(chunk),
    );
    this.#callOff();
    this.#giveUpUnseen();
    if (isNear) this.pump();
    else this.#callOff = this.#parts.rest(() => this.pump());
  }

  /** Asks for what is needed and not on its way. */
  pump(): void {
    this.#callOff();
    for (const chunk of this.#needed()) {
      if (this.#flights.size >= MAX_FLIGHTS) return;
      // The chunk behind one on its way waits for its cursor.
      if (!this.#flights.has(chunk) && !this.#flights.has(chunk - 1)) this.#send(chunk);
    }
  }

  /** Tries what failed again. */
  retry(): void {
    this.#failed.clear();
    this.pump();
  }

  /** Gives up everything that is on its way. */
  stop(): void {
    this.#callOff();
    for (const { given } of this.#flights.values()) given.abort();
    this.#flights.clear();
    this.#failed.clear();
  }

  /** Resolves when nothing is on its way. */
  async idle(): Promise<void> {
    while (this.#flights.size > 0) await Promise.all([...this.#flights.values()].map(({ landed }) => landed));
  }

  #within(from: number, to: number): readonly number[] {
    return chunksBetween(from, Math.min(to, this.#parts.rows.rowCount));
  }

  /** Missing chunks, those on screen first. */
  #needed(): readonly number[] {
    const { from, to } = this.#view;
    const wanted = new Set([...this.visible, ...this.#within(from - BEHIND, to + AHEAD)]);
    return [...wanted].filter((chunk) => this.#parts.rows.isMissing(chunk) && !this.#failed.has(chunk));
  }

  #giveUpUnseen(): void {
    const { from, to } = this.#view;
    const wanted = this.#within(from - BEHIND, to + AHEAD);
    for (const [chunk, { given }] of this.#flights) {
      if (wanted.includes(chunk)) continue;
      given.abort();
      this.#flights.delete(chunk);
    }
  }

  #send(chunk: number): void {
    const given = new AbortController();
    const landed = this.#fetch(chunk, given.signal);
    this.#flights.set(chunk, { given, landed });
  }

  async #fetch(chunk: number, signal: AbortSignal): Promise<void> {
    const { receive, fail } = this.#parts;
    try {
      const reply = await this.#askFor(chunk, signal);
      if (signal.aborted) return;
      this.#flights.delete(chunk);
      receive(chunk, reply);
    } catch (thrown) {
      if (signal.aborted) return;
      this.#flights.delete(chunk);
      this.#failed.add(chunk);
      fail(asFailure(thrown));
    }
    this.pump();
  }

  async #askFor(chunk: number, signal: AbortSignal): Promise<ListReply> {
    const { ask, rows } = this.#parts;
    const byPage = chunk === 0 ? {} : { page: chunk + 1 };
    const after = rows.cursorOf(chunk);
    if (after === undefined) return ask(byPage, signal);
    try {
      return await ask({ after }, signal);
    } catch (thrown) {
      // The record of the cursor may be gone: the page number needs none.
      if (signal.aborted || asFailure(thrown).code !== FAILURES.INVALID_QUERY.code) throw thrown;
      return ask(byPage, signal);
    }
  }
}
