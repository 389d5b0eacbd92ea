import { readInmail } from '#schemas/generated/api/chat.ts';
import type { Api } from '#client/lib/api.ts';
import type { Clock } from '#client/lib/clock.ts';

/** Between two marks of one conversation. */
const THROTTLE_MS = 1_000;
/** Before a mark that could not be set is tried again. */
const RETRY_MS = 5_000;

interface ReadMarkDeps {
  readonly api: Api;
  readonly clock: Clock;
  readonly uid: string;
  /** Is there anything of the other in (readSeq, seq]? What is one's own needs no mark. */
  readonly isWorthIt: (seq: number) => boolean;
  /** The server has it. */
  readonly marked: (reply: { readonly unread: number; readonly readSeq: number; readonly rev: string }) => void;
}

/** How far a conversation was really on screen, reported to the server once a second at most. */
export class ReadMarks {
  /** Highest sequence number that was on screen. */
  seen = 0;
  readonly #parts: ReadMarkDeps;
  #told = 0;
  #cancel: (() => void) | undefined;

  constructor(parts: ReadMarkDeps) {
    this.#parts = parts;
  }

  /** A message was on screen. */
  saw(seq: number): void {
    this.seen = Math.max(this.seen, seq);
    if (!this.#cancel) this.#tell();
  }

  /** Reports at once what is not reported yet, and nothing after that. */
  close(): void {
    this.#cancel?.();
    this.#cancel = () => undefined;
    if (this.#hasNews) void this.#mark();
  }

  get #hasNews(): boolean {
    return this.seen > this.#told && this.#parts.isWorthIt(this.seen);
  }

  #tell(): void {
    if (!this.#hasNews) return;
    this.#wait(THROTTLE_MS);
    void this.#mark();
  }

  #wait(milliseconds: number): void {
    this.#cancel = this.#parts.clock.after(milliseconds, () => {
      this.#cancel = undefined;
      this.#tell();
    });
  }

  async #mark(): Promise<void> {
    const { api, uid, marked } = this.#parts;
    const seq = this.seen;
    this.#told = seq;
    try {
      marked(await api.call(readInmail, { body: { uid, seq } }));
    } catch {
      this.#told = 0;
      if (!this.#cancel) this.#wait(RETRY_MS);
    }
  }
}
