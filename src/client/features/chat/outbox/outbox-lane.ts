import type { Clock } from '#client/lib/clock.ts';
import type { OutboxItem } from './outbox-item.ts';
import type { Outcome } from './outbox-attempt.ts';

/** Pauses before the next attempt, in milliseconds; the last one from then on. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 15_000];
/** Between two messages to one person (SPEC §9). */
export const SEND_THROTTLE_MS = 1_000;

interface LaneDeps {
  readonly clock: Clock;
  /** The first one that is to be sent now; undefined when there is none for this tab. */
  readonly next: () => OutboxItem | undefined;
  readonly attempt: (item: OutboxItem) => Promise<Outcome>;
  /** Takes what came of it. */
  readonly settle: (item: OutboxItem, outcome: Outcome) => void;
}

/** The messages to one person, one after the other. One that has no answer holds the others back; a refused one does not. */
export class OutboxLane {
  readonly #parts: LaneDeps;
  #isBusy = false;
  #isStopped = false;
  #tries = 0;
  #trying: string | undefined;
  #pausedUntil = Number.NEGATIVE_INFINITY;
  #throttledUntil = Number.NEGATIVE_INFINITY;
  #cancel: (() => void) | undefined;

  constructor(parts: LaneDeps) {
    this.#parts = parts;
  }

  /** Goes on where there is something to do. */
  wake(): void {
    if (this.#isBusy || this.#isStopped) return;
    const { clock, next } = this.#parts;
    this.#cancel?.();
    const item = next();
    if (!item) return;
    // A pause belongs to the message that had no answer.
    if (item.clientId !== this.#trying) this.#forget();
    const wait = Math.max(this.#pausedUntil, this.#throttledUntil) - clock.now();
    if (wait > 0) this.#cancel = clock.after(wait, () => this.wake());
    else void this.#try(item);
  }

  /** Goes on without waiting for the pause to end. */
  flushNow(): void {
    this.#pausedUntil = Number.NEGATIVE_INFINITY;
    this.wake();
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancel?.();
  }

  async #try(item: OutboxItem): Promise<void> {
    const { clock, attempt, settle } = this.#parts;
    this.#isBusy = true;
    this.#trying = item.clientId;
    this.#throttledUntil = clock.now() + SEND_THROTTLE_MS;
    const outcome = await attempt(item);
    this.#isBusy = false;
    if (this.#isStopped && outcome.kind !== 'sent') return;
    if (outcome.kind === 'later') {
      const pause = PAUSES_MS[Math.min(this.#tries, PAUSES_MS.length - 1)] ?? 0;
      this.#tries += 1;
      this.#pausedUntil = clock.now() + Math.max(pause, outcome.after);
    } else {
      this.#forget();
    }
    settle(item, outcome);
    this.wake();
  }

  #forget(): void {
    this.#tries = 0;
    this.#trying = undefined;
    this.#pausedUntil = Number.NEGATIVE_INFINITY;
  }
}
