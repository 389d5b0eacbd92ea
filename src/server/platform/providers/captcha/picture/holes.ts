import type { Chance } from './chance.ts';
import type { Pixels } from './landscape.ts';
import { edgeOf, type Pose, symbolMask } from './symbols.ts';

/** Where a hole is, from its upper left corner, and the symbol it has the shape of. */
export interface Hole {
  readonly left: number;
  readonly top: number;
  readonly symbol: number;
}

/** How far the rim of a hole goes inwards, in pixels. */
const RIM = 2;
/** Sides are stretched to so many hundredths. */
const STRETCH = { least: 74, most: 98 };
/** No hole is as upright as the piece: it is turned by so many degrees at least, one way or the other. */
const LEAST_TURN = 25;
/** The greatest change of a value, of 255. */
const DEPTH = 120;

/** A symbol as it is never drawn twice: an eye knows it all the same, a template does not fit it. */
function loosePose(chance: Chance): Pose {
  const degrees = chance(LEAST_TURN, 360 - LEAST_TURN);
  const size = chance(STRETCH.least, STRETCH.most);
  const other = Math.max(STRETCH.least, Math.min(STRETCH.most, size + chance(-10, 10)));
  return { angle: (degrees * Math.PI) / 180, stretch: [size / 100, other / 100] };
}

/**
 * Draws a hole into a picture. It is light in one part and dark in another, on average no other than what is around it,
 * and its rim changes between light and dark as well: an eye follows the outline, but no sum over its area or along its
 * outline is conspicuous. Each hole is turned, sized and toned by chance.
 */
export function drawHole(picture: Pixels, size: number, { left, top, symbol }: Hole, chance: Chance): void {
  const mask = symbolMask(size, symbol, loosePose(chance));
  const rim = edgeOf(mask, size, RIM);
  const [strength, rimStrength] = [chance(28, 50) / 100, chance(55, 85) / 100];
  const wave = waveOf(size, chance);
  const [arcs, turn] = [chance(2, 4), chance(0, 628) / 100];
  for (let pixel = 0; pixel < mask.length; pixel += 1) {
    const covered = (mask[pixel] ?? 0) / 255;
    if (covered === 0) continue;
    const [column, row] = [pixel % size, Math.floor(pixel / size)];
    const around = Math.atan2(row - size / 2, column - size / 2);
    const rimTone = (rim[pixel] ?? 0) * rimStrength * Math.sign(Math.cos(around * arcs + turn));
    const tone = covered * Math.max(-0.85, Math.min(0.85, strength * wave(column, row) + rimTone));
    const at = ((top + row) * picture.width + left + column) * 3;
    for (let channel = 0; channel < 3; channel += 1) {
      const value = (picture.data[at + channel] ?? 0) + tone * DEPTH;
      picture.data[at + channel] = Math.max(0, Math.min(255, value));
    }
  }
}

/** A slope from light to dark and back across a hole, between -1 and 1, in a direction of its own. */
function waveOf(size: number, chance: Chance): (column: number, row: number) => number {
  const [direction, phase] = [chance(0, 628) / 100, chance(0, 628) / 100];
  const pitch = (2 * Math.PI) / ((size * chance(55, 90)) / 100);
  const [across, down] = [Math.cos(direction) * pitch, Math.sin(direction) * pitch];
  return (column, row) => Math.tanh(2 * Math.sin(column * across + row * down + phase));
}
