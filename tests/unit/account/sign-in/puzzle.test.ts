import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Chance } from '#server/platform/providers/captcha/picture/chance.ts';
import { landscape, type Pixels } from '#server/platform/providers/captcha/picture/landscape.ts';
import { cutPuzzle, type Puzzle } from '#server/platform/providers/captcha/picture/puzzle.ts';
import { SYMBOLS, symbolMask, UPRIGHT } from '#server/platform/providers/captcha/picture/symbols.ts';
import { ATTACKS } from '#tests/support/account/captcha-attacks.ts';
import { prng } from '#tests/support/prng.ts';

const LAND = { width: 520, height: 300 };
const flat = { ...LAND, data: new Uint8Array(LAND.width * LAND.height * 3).fill(128) };
const SIZE = 46;
const [WIDTH, HEIGHT] = [400, 180];

function chanceOf(seed: number): Chance {
  const random = prng(seed).next;
  return (least, most) => least + Math.floor(random() * (most - least + 1));
}

const cut = (seed: number, land: Pixels = flat) => cutPuzzle(land, WIDTH, HEIGHT, SIZE, chanceOf(seed));

/** How far the pixels of a place are from what is around the holes, on average. */
function contrast({ picture, pieceTop }: Puzzle, left: number): number {
  let sum = 0;
  for (let y = 0; y < SIZE; y += 1)
    for (let x = 0; x < SIZE; x += 1)
      sum += Math.abs((picture.data[((pieceTop + y) * WIDTH + left + x) * 3] ?? 0) - 128);
  return sum / SIZE ** 2;
}

describe('a drawn puzzle', () => {
  it('has its hole where it says, clear of where the piece begins and of the borders', () => {
    for (let seed = 1; seed <= 60; seed += 1) {
      const puzzle = cut(seed);
      expect(puzzle.answer).toBeGreaterThanOrEqual(SIZE);
      expect(puzzle.answer + SIZE).toBeLessThanOrEqual(WIDTH);
      expect(puzzle.pieceTop).toBeGreaterThanOrEqual(0);
      expect(puzzle.pieceTop + SIZE).toBeLessThanOrEqual(HEIGHT);
      expect(contrast(puzzle, puzzle.answer)).toBeGreaterThan(contrast(puzzle, 0) + 2);
    }
  });

  it('puts the hole anywhere: no place is likelier than chance makes it', () => {
    const tenths = Array.from({ length: 10 }, () => 0);
    for (let seed = 1; seed <= 300; seed += 1) {
      const tenth = Math.floor(((cut(seed).answer - 50) / (WIDTH - 2 * SIZE - 8 + 1)) * 10);
      tenths[tenth] = (tenths[tenth] ?? 0) + 1;
    }
    expect(Math.min(...tenths)).toBeGreaterThan(10);
    expect(Math.max(...tenths)).toBeLessThan(60);
  });

  it('has holes of other symbols in the same row, of which any may be the clearest', () => {
    let clearest = 0;
    for (let seed = 1; seed <= 60; seed += 1) {
      const puzzle = cut(seed);
      const others: number[] = [];
      for (let left = SIZE; left <= WIDTH - SIZE; left += 2)
        if (Math.abs(left - puzzle.answer) > SIZE) others.push(contrast(puzzle, left));
      expect(others.filter((other) => other > contrast(puzzle, 0) + 2).length).toBeGreaterThan(10);
      if (contrast(puzzle, puzzle.answer) > Math.max(...others)) clearest += 1;
    }
    expect(clearest).toBeLessThan(24);
  });

  it('is never the same twice, though cut from the same landscape', () => {
    const pictures = Array.from({ length: 20 }, (_, seed) =>
      Buffer.from(cut(seed + 1).picture.data).toString('base64'),
    );
    expect(new Set(pictures).size).toBe(20);
  });

  it('has symbols of which each can be distinguished from the others', () => {
    const masks = SYMBOLS.map((_, symbol) => symbolMask(SIZE, symbol, UPRIGHT));
    for (const [at, mask] of masks.entries()) {
      expect(mask.filter((covered) => covered > 128).length).toBeGreaterThan(280);
      for (const other of masks.slice(at + 1)) {
        expect(mask.filter((covered, pixel) => covered > 128 !== (other[pixel] ?? 0) > 128).length).toBeGreaterThan(
          250,
        );
      }
    }
  });
});

describe('a program that looks for the hole', () => {
  const PUZZLES = 40;
  /** As far from the hole as the piece may be let go. */
  const TOLERANCE = 7;
  let puzzles: Puzzle[];
  beforeAll(async () => {
    const lands = await Promise.all(
      Array.from({ length: 5 }, async (_, at) => {
        const svg = landscape(LAND.width, LAND.height, chanceOf(100 + at));
        return { ...LAND, data: await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer() };
      }),
    );
    puzzles = Array.from({ length: PUZZLES }, (_, at) => cut(1000 + at, lands[at % lands.length]));
  });

  // A user who finds the holes but cannot read them is right one time in six.
  it.each(Object.keys(ATTACKS))('by %s is seldom right', (name) => {
    const solved = puzzles.filter((puzzle) => {
      const seen = { ...puzzle, width: WIDTH, height: HEIGHT, picture: puzzle.picture.data };
      return Math.abs((ATTACKS[name]?.(seen) ?? 0) - puzzle.answer) <= TOLERANCE;
    });
    expect(solved.length).toBeLessThanOrEqual(PUZZLES * 0.3);
  });
});

describe('a landscape', () => {
  it('is drawn from chance alone, without a font, a photograph or anything from elsewhere', () => {
    const svg = landscape(LAND.width, LAND.height, chanceOf(3));
    expect(svg).not.toBe(landscape(LAND.width, LAND.height, chanceOf(4)));
    expect(svg).not.toMatch(/<text|<image|href|font|NaN|undefined/);
  });
});
