import { createHash } from 'node:crypto';
import type { Drag } from './captcha.ts';

type Trail = Drag['trail'];

const MIN_POINTS = 8;
const MIN_MS = 200;
const MAX_MS = 20_000;
/** Keys move in large steps, and users who need them may need time. */
const MIN_KEY_POINTS = 5;
const MAX_KEY_MS = 100_000;
/** How far the last point may be from where the piece was let go, and the first from where it began; in pixels. */
const END_SLACK = 2;
/** Share of the way that one step may take: a hand passes through the middle. */
const MAX_STEP_SHARE = 0.45;
/** Standard deviation over mean: of the speeds of a hand 0.5 and more, of a program that goes evenly 0. */
const MIN_SPEED_VARIATION = 0.2;
/** Of the pauses between key presses: fingers, and the wait before a held key repeats, are uneven. */
const MIN_PAUSE_VARIATION = 0.2;
/** Steps of different sizes that keys make: small, large, and the last one up to the edge. */
const MAX_KEY_STEPS = 3;
const MAX_DRIFT = 200;

function variation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  if (mean === 0) return 0;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return Math.sqrt(variance) / Math.abs(mean);
}

/**
 * Is this how a hand drags a piece to `left`, or presses keys until it is there? Programs that know how a hand moves pass;
 * the ones that go straight, evenly, at once or in leaps do not.
 */
export function isDrawnByHand(trail: Trail, left: number): boolean {
  const [first, last] = [trail[0], trail.at(-1)];
  if (!first || !last) return false;
  const isLevel = trail.every(([, y]) => y === first[1]);
  const duration = last[2] - first[2];
  if (trail.length < (isLevel ? MIN_KEY_POINTS : MIN_POINTS) || first[2] < 0) return false;
  if (duration < MIN_MS || duration > (isLevel ? MAX_KEY_MS : MAX_MS)) return false;
  if (Math.abs(first[0]) > END_SLACK || Math.abs(last[0] - left) > END_SLACK) return false;
  if (trail.some(([, y]) => Math.abs(y) > MAX_DRIFT)) return false;
  const steps = trail.slice(1).map(([x, y, ms], index) => {
    const [beforeX, beforeY, beforeMs] = trail[index] ?? first;
    return { x: x - beforeX, y: y - beforeY, ms: ms - beforeMs };
  });
  if (steps.some(({ ms }) => ms < 0)) return false;
  if (steps.some(({ x }) => Math.abs(x) > Math.max(END_SLACK, MAX_STEP_SHARE * left))) return false;
  return isLevel ? isByKeys(steps) : isByPointer(steps);
}

interface Step {
  readonly x: number;
  readonly y: number;
  readonly ms: number;
}

function isByPointer(steps: readonly Step[]): boolean {
  const timed = steps.filter(({ ms }) => ms > 0);
  if (timed.length < MIN_POINTS - 1) return false;
  return variation(timed.map(({ x, ms }) => x / ms)) >= MIN_SPEED_VARIATION;
}

/** Without a pointer there is no height to tremble in: equal steps, in uneven time. */
function isByKeys(steps: readonly Step[]): boolean {
  const moved = steps.filter(({ x }) => x !== 0);
  const sizes = new Set(moved.map(({ x }) => Math.round(Math.abs(x) * 10)));
  return sizes.size <= MAX_KEY_STEPS && variation(moved.map(({ ms }) => ms)) >= MIN_PAUSE_VARIATION;
}

/** Names a drag wherever it ends up: two that are equal are one that was recorded. */
export const trailHash = (trail: Trail): string =>
  createHash('sha256').update(JSON.stringify(trail)).digest('base64url');
