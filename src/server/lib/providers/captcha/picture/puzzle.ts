import type { Chance } from './chance.ts';
import type { Pixels } from './landscape.ts';
import { edgeOf, pieceMask, type Sides } from './piece-shape.ts';

/** A puzzle as pixels: the picture with its holes (RGB), the piece (RGBA), and where the piece belongs. */
export interface Puzzle {
  readonly picture: Pixels;
  readonly piece: Uint8Array;
  readonly pieceSize: number;
  readonly pieceTop: number;
  /** Distance of the hole from the left. */
  readonly answer: number;
}

const EDGE_REACH = 3;
const MARGIN = 6;

/** Sides of which at least two have something. */
function drawSides(chance: Chance, unlike?: Sides): Sides {
  for (;;) {
    const sides = [0, 1, 2, 3].map(() => chance(-1, 1)) as unknown as Sides;
    const shaped = sides.filter((side) => side !== 0).length;
    const differing = unlike ? sides.filter((side, index) => side !== unlike[index]).length : 4;
    if (shaped >= 2 && differing >= 2) return sides;
  }
}

/** A part of a landscape, mirrored or not, its colours shifted, every pixel trembling: never the same picture twice. */
function cutOut(from: Pixels, width: number, height: number, chance: Chance): Pixels {
  const [left, top] = [chance(0, from.width - width), chance(0, from.height - height)];
  const isMirrored = chance(0, 1) === 1;
  const gains = [0, 1, 2].map(() => chance(88, 110) / 100);
  const shift = chance(0, 2);
  const data = new Uint8Array(width * height * 3);
  // Trembling needs no secrecy; its seed is drawn, the rest is arithmetic.
  let seed = chance(1, 2 ** 31 - 2);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const source = ((top + row) * from.width + left + (isMirrored ? width - 1 - column : column)) * 3;
      seed = (seed * 48271) % 2147483647;
      const noise = (seed % 15) - 7;
      for (let channel = 0; channel < 3; channel += 1) {
        const value = (from.data[source + ((channel + shift) % 3)] ?? 0) * (gains[channel] ?? 1) + noise;
        data[(row * width + column) * 3 + channel] = Math.max(0, Math.min(255, value));
      }
    }
  }
  return { width, height, data };
}

/** Darkens (or lightens) a hole of a shape. */
function sink(
  picture: Pixels,
  mask: Uint8Array,
  edge: Float32Array,
  size: number,
  left: number,
  top: number,
  depth: number,
) {
  for (let pixel = 0; pixel < mask.length; pixel += 1) {
    const covered = (mask[pixel] ?? 0) / 255;
    if (covered === 0) continue;
    const at = ((top + Math.floor(pixel / size)) * picture.width + left + (pixel % size)) * 3;
    const factor = 1 - covered * (depth + 0.25 * (edge[pixel] ?? 0));
    for (let channel = 0; channel < 3; channel += 1) {
      picture.data[at + channel] = (picture.data[at + channel] ?? 0) * factor;
    }
  }
}

function lift(
  picture: Pixels,
  mask: Uint8Array,
  edge: Float32Array,
  size: number,
  left: number,
  top: number,
): Uint8Array {
  const piece = new Uint8Array(size * size * 4);
  for (let pixel = 0; pixel < mask.length; pixel += 1) {
    const at = ((top + Math.floor(pixel / size)) * picture.width + left + (pixel % size)) * 3;
    const light = 0.75 * (edge[pixel] ?? 0);
    for (let channel = 0; channel < 3; channel += 1) {
      const value = picture.data[at + channel] ?? 0;
      piece[pixel * 4 + channel] = value + (255 - value) * light;
    }
    piece[pixel * 4 + 3] = mask[pixel] ?? 0;
  }
  return piece;
}

/**
 * Cuts a puzzle out of a landscape that is larger than `width` × `height`: a hole somewhere right of the piece's own place,
 * and another hole of another shape at another height that is not the answer.
 */
export function cutPuzzle(from: Pixels, width: number, height: number, size: number, chance: Chance): Puzzle {
  const picture = cutOut(from, width, height, chance);
  const sides = drawSides(chance);
  const [mask, decoyMask] = [pieceMask(size, sides), pieceMask(size, drawSides(chance, sides))];
  const least = size + MARGIN;
  const most = width - size - MARGIN;
  const answer = chance(least, most);
  const top = chance(MARGIN, height - size - MARGIN);
  const edge = edgeOf(mask, size, EDGE_REACH);
  const piece = lift(picture, mask, edge, size, answer, top);
  const depth = chance(38, 55) / 100;
  sink(picture, mask, edge, size, answer, top, depth);
  const decoy = decoyPlace({ answer, top, size, least: MARGIN, most, height }, chance);
  const decoyEdge = edgeOf(decoyMask, size, EDGE_REACH);
  sink(picture, decoyMask, decoyEdge, size, decoy.left, decoy.top, depth - chance(0, 12) / 100);
  return { picture, piece, pieceSize: size, pieceTop: top, answer };
}

interface Space {
  readonly answer: number;
  readonly top: number;
  readonly size: number;
  readonly least: number;
  readonly most: number;
  readonly height: number;
}

/** Beside the hole, not on it, and so much higher or lower that an eye sees which one the piece is level with. */
function decoyPlace({ answer, top, size, least, most, height }: Space, chance: Chance): { left: number; top: number } {
  const places: [number, number][] = [];
  for (let left = least; left <= most; left += 4) if (Math.abs(left - answer) > size) places.push([left, 0]);
  const away = Math.round(size / 3);
  const rows: number[] = [];
  for (let row = MARGIN; row <= height - size - MARGIN; row += 3) if (Math.abs(row - top) >= away) rows.push(row);
  return {
    left: places[chance(0, places.length - 1)]?.[0] ?? least,
    top: rows[chance(0, rows.length - 1)] ?? MARGIN,
  };
}
