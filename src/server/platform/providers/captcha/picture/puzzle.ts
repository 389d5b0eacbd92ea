import type { Chance } from './chance.ts';
import { drawHole } from './holes.ts';
import type { Pixels } from './landscape.ts';
import { edgeOf, SYMBOLS, symbolMask, UPRIGHT } from './symbols.ts';

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
const MARGIN = 4;
/** Holes in the row of the piece, of which one has its symbol. */
const HOLES = 6;

/** Symbols of which none is there twice. */
function drawSymbols(count: number, chance: Chance): number[] {
  const left = SYMBOLS.map((_, index) => index);
  return Array.from({ length: count }, () => left.splice(chance(0, left.length - 1), 1)[0] ?? 0);
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

/** The piece: its symbol upright, with a bright rim, filled with a part of the landscape that has nothing to do with its hole. */
function drawPiece(from: Pixels, size: number, symbol: number, chance: Chance): Uint8Array {
  const mask = symbolMask(size, symbol, UPRIGHT);
  const edge = edgeOf(mask, size, EDGE_REACH);
  const filling = cutOut(from, size, size, chance);
  const piece = new Uint8Array(size * size * 4);
  for (let pixel = 0; pixel < mask.length; pixel += 1) {
    const light = 0.75 * (edge[pixel] ?? 0);
    for (let channel = 0; channel < 3; channel += 1) {
      const value = filling.data[pixel * 3 + channel] ?? 0;
      piece[pixel * 4 + channel] = value + (255 - value) * light;
    }
    piece[pixel * 4 + 3] = mask[pixel] ?? 0;
  }
  return piece;
}

/** Places of holes side by side, from the left: what is left of the row is spread between them by chance. */
function places(least: number, most: number, size: number, chance: Chance): number[] {
  const slack = most - least - (HOLES - 1) * size;
  const gaps = Array.from({ length: HOLES }, () => chance(0, slack)).toSorted((one, other) => one - other);
  return gaps.map((gap, index) => least + gap + index * size);
}

/**
 * Makes a puzzle from a landscape that is larger than `width` × `height`: holes of different symbols in one row, right
 * of the piece's own place. The one that has the symbol of the piece is the answer. Neither its pixels nor its contrast
 * distinguish it from the others.
 */
export function cutPuzzle(from: Pixels, width: number, height: number, size: number, chance: Chance): Puzzle {
  const picture = cutOut(from, width, height, chance);
  const top = chance(MARGIN, height - size - MARGIN);
  const lefts = places(size + MARGIN, width - size - MARGIN, size, chance);
  const symbols = drawSymbols(HOLES, chance);
  symbols.forEach((symbol, index) => drawHole(picture, size, { left: lefts[index] ?? 0, top, symbol }, chance));
  const right = chance(0, HOLES - 1);
  const piece = drawPiece(from, size, symbols[right] ?? 0, chance);
  return { picture, piece, pieceSize: size, pieceTop: top, answer: lefts[right] ?? 0 };
}
