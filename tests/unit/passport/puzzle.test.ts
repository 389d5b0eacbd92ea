import { describe, expect, it } from 'vitest';
import type { Chance } from '#server/lib/providers/captcha/picture/chance.ts';
import { landscape } from '#server/lib/providers/captcha/picture/landscape.ts';
import { pieceMask } from '#server/lib/providers/captcha/picture/piece-shape.ts';
import { cutPuzzle } from '#server/lib/providers/captcha/picture/puzzle.ts';
import { prng } from '#tests/support/prng.ts';

const LAND = { width: 520, height: 300 };
const flat = { ...LAND, data: new Uint8Array(LAND.width * LAND.height * 3).fill(180) };
const SIZE = 50;

function chanceOf(seed: number): Chance {
  const random = prng(seed).next;
  return (least, most) => least + Math.floor(random() * (most - least + 1));
}

const cut = (seed: number) => cutPuzzle(flat, 320, 160, SIZE, chanceOf(seed));

/** How dark the picture is around the middle of a place. */
function brightness({ picture }: ReturnType<typeof cut>, left: number, top: number): number {
  let sum = 0;
  for (let y = 20; y < 30; y += 1) {
    for (let x = 20; x < 30; x += 1) sum += picture.data[((top + y) * picture.width + left + x) * 3] ?? 0;
  }
  return sum / 100;
}

describe('a drawn puzzle', () => {
  it('has its hole where it says, clear of where the piece begins and of the borders', () => {
    for (let seed = 1; seed <= 60; seed += 1) {
      const puzzle = cut(seed);
      expect(puzzle.answer).toBeGreaterThan(SIZE);
      expect(puzzle.answer + SIZE).toBeLessThan(320);
      expect(puzzle.pieceTop).toBeGreaterThanOrEqual(0);
      expect(puzzle.pieceTop + SIZE).toBeLessThanOrEqual(160);
      const hole = brightness(puzzle, puzzle.answer, puzzle.pieceTop);
      expect(hole).toBeLessThan(140);
    }
  });

  it('puts the hole anywhere: no place is likelier than chance makes it', () => {
    const tenths = Array.from({ length: 10 }, () => 0);
    for (let seed = 1; seed <= 300; seed += 1) {
      const tenth = Math.floor(((cut(seed).answer - 56) / (264 - 56 + 1)) * 10);
      tenths[tenth] = (tenths[tenth] ?? 0) + 1;
    }
    expect(Math.min(...tenths)).toBeGreaterThan(10);
    expect(Math.max(...tenths)).toBeLessThan(60);
  });

  it('has a second hole elsewhere, at another height, so that the darkest column is not the answer', () => {
    for (let seed = 1; seed <= 8; seed += 1) {
      const puzzle = cut(seed);
      const dark = new Set<string>();
      for (let y = 0; y <= 160 - SIZE; y += 4) {
        for (let x = 0; x <= 320 - SIZE; x += 4) {
          if (Math.abs(x - puzzle.answer) <= SIZE / 2 || brightness(puzzle, x, y) >= 150) continue;
          dark.add(`${x},${y}`);
        }
      }
      expect(dark.size).toBeGreaterThan(0);
    }
  });

  it('is never the same twice, though cut from the same landscape', () => {
    const pictures = Array.from({ length: 20 }, (_, seed) =>
      Buffer.from(cut(seed + 1).picture.data).toString('base64'),
    );
    expect(new Set(pictures).size).toBe(20);
  });

  it('has a piece whose sides differ with its shape', () => {
    const masks = [
      [1, 0, 0, 0],
      [-1, 0, 0, 0],
      [0, 1, 0, -1],
    ].map((sides) =>
      Buffer.from(pieceMask(SIZE, sides as unknown as Parameters<typeof pieceMask>[1])).toString('base64'),
    );
    expect(new Set(masks).size).toBe(3);
  });
});

describe('a landscape', () => {
  it('is drawn from chance alone, without a font, a photograph or anything from elsewhere', () => {
    const svg = landscape(LAND.width, LAND.height, chanceOf(3));
    expect(svg).not.toBe(landscape(LAND.width, LAND.height, chanceOf(4)));
    expect(svg).not.toMatch(/<text|<image|href|font|NaN|undefined/);
  });
});
