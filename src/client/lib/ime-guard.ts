/** Some browsers end a composition before they report the key that ended it; it follows within this many milliseconds. */
const AFTER_MS = 20;
/** What the key code is while an input method takes the keys. */
const TAKEN = 229;

/** What is read of a key event of the browser. */
interface GuardedKey {
  readonly isComposing: boolean;
  /** Nothing else reveals the input method in Safari. */
  readonly keyCode: number;
  /** In milliseconds. */
  readonly timeStamp: number;
}

/**
 * Distinguishes keys that belong to an input method from keys that are meant for the product. Chrome: the key comes with
 * `isComposing`. Safari: the composition ends first, and the key has code 229. Others: the key follows at once.
 */
export class ImeGuard {
  #endedAt = -Infinity;

  /** Call when a composition ends, with the time stamp of the event in milliseconds. */
  ended(timeStamp: number): void {
    this.#endedAt = timeStamp;
  }

  /** Does this key belong to the input method? */
  takes({ isComposing, keyCode, timeStamp }: GuardedKey): boolean {
    return isComposing || keyCode === TAKEN || timeStamp - this.#endedAt < AFTER_MS;
  }
}
