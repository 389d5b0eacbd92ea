import { MAX_TRAIL_POINTS } from '#schemas/generated/api/passport.ts';
import type { Trail } from './captcha-store.ts';

const TENTH = 10;
const rounded = (value: number): number => Math.round(value * TENTH) / TENTH;

/** The way of one drag, from its first touch on. */
export class DragTrail {
  readonly #points: [x: number, y: number, ms: number][] = [[0, 0, 0]];
  readonly #began: number;

  /** `began` and later times in milliseconds of one clock. */
  constructor(began: number) {
    this.#began = began;
  }

  /** Where the piece is now, in pixels of the picture. */
  add(x: number, y: number, now: number): void {
    this.#points.push([rounded(x), rounded(y), Math.round(now - this.#began)]);
  }

  /** What is sent: a long way is thinned evenly, and keeps its end. */
  get points(): Trail {
    const { length } = this.#points;
    if (length <= MAX_TRAIL_POINTS) return this.#points;
    const every = Math.ceil(length / (MAX_TRAIL_POINTS - 1));
    const last = this.#points.at(-1);
    const thinned = this.#points.filter((point, index) => index % every === 0 && point !== last);
    return last ? [...thinned, last] : thinned;
  }
}
