/** Seconds after which a stay is sent. */
const BEAT_SECONDS = 15;
/** Seconds that a part must be on screen to have been looked at. */
const LOOKED_SECONDS = 2;

/** What one beat says. */
export interface Beat {
  readonly seconds: number;
  readonly sections: string[];
}

/** Counts the seconds that a page is visible, and which of its parts were on screen long enough to be looked at. */
export class Stay {
  #seconds = 0;
  readonly #onScreen = new Map<string, number>();
  /** Parts that were sent already. */
  readonly #sent = new Set<string>();
  readonly #send: (beat: Beat) => void;

  constructor(send: (beat: Beat) => void) {
    this.#send = send;
  }

  /** A second has passed in which the page was visible, with these parts on screen. */
  second(parts: readonly string[]): void {
    this.#seconds += 1;
    for (const part of parts) this.#onScreen.set(part, (this.#onScreen.get(part) ?? 0) + 1);
    if (this.#seconds >= BEAT_SECONDS) this.send();
  }

  /** Sends what was counted since the last time: the page is hidden or left, or it is time. */
  send(): void {
    if (this.#seconds === 0) return;
    const sections = [...this.#onScreen]
      .filter(([part, seconds]) => seconds >= LOOKED_SECONDS && !this.#sent.has(part))
      .map(([part]) => part);
    for (const part of sections) this.#sent.add(part);
    this.#send({ seconds: this.#seconds, sections });
    this.#seconds = 0;
  }
}
