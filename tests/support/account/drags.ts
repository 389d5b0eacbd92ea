import { prng } from '#tests/support/prng.ts';

export type Trail = [x: number, y: number, ms: number][];

/** How a hand drags: off slowly, fast in the middle, slowly in; a little up and down; a point every 16 ms or so. */
export function handTrail(left: number, seed = 1): Trail {
  const random = prng(seed).next;
  const duration = 600 + random() * 500;
  const points = 36;
  let y = 0;
  return Array.from({ length: points + 1 }, (_, index) => {
    const share = index / points;
    const eased = 10 * share ** 3 - 15 * share ** 4 + 6 * share ** 5;
    if (index > 0 && random() < 0.4) y += random() < 0.5 ? -1 : 1;
    const wobble = index > 0 && index < points ? (random() - 0.5) * 0.6 : 0;
    return [eased * left + wobble, y, Math.round(share * duration + (index > 0 ? random() * 4 : 0))];
  });
}

/** How keys move it: large steps, then small ones, pauses as fingers make them. `left` is a multiple of four. */
export function keyTrail(left: number, seed = 1): Trail {
  const random = prng(seed).next;
  const trail: Trail = [[0, 0, 0]];
  let [x, ms] = [0, 0];
  while (x < left) {
    x += left - x >= 16 ? 16 : 4;
    trail.push([x, 0, ms]);
    ms += 90 + Math.floor(random() * 400);
  }
  return trail;
}
