import type { Clock } from '#client/lib/clock.ts';
import type { StreamEvent } from '#client/lib/events.ts';
import { SingleFlight } from './single-flight.ts';

/** Between two looks: while no hints come, and while they do, in case one was lost. */
const WITHOUT_HINTS_MS = 5_000;
const WITH_HINTS_MS = 30_000;

/** Whether something about people or notices may have changed. */
const isHint = ({ type }: StreamEvent) =>
  type === 'chat.changed' || type === 'notice.changed' || type === 'stream.opened';

/**
 * Looks again and again: every five seconds, every thirty while hints come, and at once on each hint. That hints come is
 * known by any of them; a change that a look finds without a hint says that they have stopped. When the stream breaks
 * the first look comes half of those five seconds sooner or later: when a server goes, the streams of everybody break at once,
 * and most are open again before that.
 */
export class Poller {
  readonly #clock: Clock;
  readonly #look: SingleFlight<boolean>;
  readonly #chance: () => number;
  #hasHints = false;
  #hints = 0;
  #cancel: (() => void) | undefined;

  /**
   * @param look true when it found something new; never fails.
   * @param chance from 0 up to but not including 1.
   */
  constructor(clock: Clock, look: () => Promise<boolean>, chance: () => number = Math.random) {
    this.#clock = clock;
    this.#chance = chance;
    this.#look = new SingleFlight(look);
  }

  /** Looks now and from now on; does nothing when it does already. */
  start(): void {
    if (!this.#cancel) void this.#beat(false);
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#hasHints = false;
  }

  /** Looks now, besides the beat; resolves when a look that began after this call has ended. */
  async look(): Promise<void> {
    await this.#look.run();
  }

  receive(event: StreamEvent): void {
    this.#hasHints = event.type !== 'stream.closed';
    this.#hints += 1;
    if (!this.#cancel) return;
    if (isHint(event)) void this.#beat(false);
    else if (!this.#hasHints) this.#wait((0.5 + this.#chance()) * WITHOUT_HINTS_MS);
  }

  async #beat(isCheck: boolean): Promise<void> {
    const hints = this.#hints;
    this.#wait();
    const hasNews = await this.#look.run();
    if (!isCheck || !hasNews || this.#hints !== hints) return;
    // Something had changed without a hint.
    this.#hasHints = false;
    if (this.#cancel) this.#wait();
  }

  #wait(milliseconds = this.#hasHints ? WITH_HINTS_MS : WITHOUT_HINTS_MS): void {
    this.#cancel?.();
    this.#cancel = this.#clock.after(milliseconds, () => void this.#beat(this.#hasHints));
  }
}
