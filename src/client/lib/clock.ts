/** Time as stores see it, so that tests can let it pass. */
export interface Clock {
  /** Milliseconds since some fixed point. */
  readonly now: () => number;
  /** Calls back once after some milliseconds, unless the returned function is called before. */
  readonly after: (milliseconds: number, work: () => void) => () => void;
}

export const browserClock: Clock = {
  now: () => Date.now(),
  after: (milliseconds, work) => {
    const timer = setTimeout(work, milliseconds);
    return () => clearTimeout(timer);
  },
};
