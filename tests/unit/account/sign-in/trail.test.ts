import { describe, expect, it } from 'vitest';
import { isDrawnByHand, trailHash } from '#server/platform/providers/captcha/trail.ts';
import { handTrail, keyTrail, type Trail } from '#tests/support/account/drags.ts';
import { prng } from '#tests/support/prng.ts';

const LEFT = 173;
const even = (points: number, ms: number, y: (index: number) => number = () => 0): Trail =>
  Array.from({ length: points + 1 }, (_, index) => [(LEFT * index) / points, y(index), (ms * index) / points]);

describe('a drag', () => {
  it('of a hand passes, wherever it ends and however it trembles', () => {
    for (let seed = 1; seed <= 300; seed += 1) {
      const left = 56 + (seed % 200);
      expect([seed, isDrawnByHand(handTrail(left, seed), left)]).toEqual([seed, true]);
    }
  });

  it('by keys passes, as a person without a pointer has no other way', () => {
    for (let seed = 1; seed <= 100; seed += 1) {
      const left = 56 + (seed % 54) * 4;
      expect([seed, isDrawnByHand(keyTrail(left, seed), left)]).toEqual([seed, true]);
    }
  });

  it('by a key that is held down passes: it moves once, waits, and then repeats', () => {
    const held = Array.from({ length: 44 }, (_, index): Trail[number] => [
      index * 4,
      0,
      index < 2 ? 0 : 400 + index * 33,
    ]);
    expect(isDrawnByHand(held, 172)).toBe(true);
  });

  it.each<[string, Trail, number]>([
    ['that goes straight and evenly', even(40, 800), LEFT],
    ['that goes evenly and pretends to tremble', even(40, 800, (index) => index % 3), LEFT],
    [
      'that leaps to its end',
      [
        ...even(40, 800)
          .slice(0, 12)
          .map(([, , ms]): [number, number, number] => [0, 0, ms]),
        [LEFT, 1, 900],
      ],
      LEFT,
    ],
    ['that leaps in the middle', handTrail(LEFT).filter((_, index) => index < 10 || index > 26), LEFT],
    [
      'of two points',
      [
        [0, 0, 0],
        [LEFT, 2, 600],
      ],
      LEFT,
    ],
    ['of no points', [], LEFT],
    ['in no time', handTrail(LEFT).map(([x, y, ms]) => [x, y, ms / 20]), LEFT],
    ['that lasts half a minute', handTrail(LEFT).map(([x, y, ms]) => [x, y, ms * 40]), LEFT],
    ['that goes back in time', handTrail(LEFT).map(([x, y, ms], index) => [x, y, index === 20 ? ms - 300 : ms]), LEFT],
    ['that ends elsewhere than it says', handTrail(LEFT), LEFT + 9],
    ['that begins where it ends', handTrail(LEFT).map(([x, y, ms]) => [LEFT - x, y, ms]), 0],
    ['at one instant', handTrail(LEFT).map(([x, y]) => [x, y, 500]), LEFT],
    ['that leaves the picture', handTrail(LEFT).map(([x, y, ms]) => [x, y * 400, ms]), LEFT],
    ['of keys pressed as a clock ticks', keyTrail(LEFT).map(([x, y], index) => [x, y, index * 50]), LEFT],
    ['as an easing curve draws it, without a tremble', handTrail(LEFT).map(([x, , ms]) => [x, 0, ms]), LEFT],
  ])('%s is no hand’s', (_, trail, left) => {
    expect(isDrawnByHand(trail, left)).toBe(false);
  });

  it('of any numbers at all is judged without a fault', () => {
    const random = prng(7).next;
    for (let round = 0; round < 300; round += 1) {
      const wild = (): number => [0, -1, 1e6, -1e4, random() * 300][Math.floor(random() * 5)] ?? 0;
      const trail = Array.from({ length: round }, (): [number, number, number] => [wild(), wild(), wild()]);
      expect(typeof isDrawnByHand(trail, wild())).toBe('boolean');
    }
  });

  it('has a name of its own, and the same drag the same name', () => {
    expect(trailHash(handTrail(LEFT, 1))).toBe(trailHash(handTrail(LEFT, 1)));
    expect(trailHash(handTrail(LEFT, 1))).not.toBe(trailHash(handTrail(LEFT, 2)));
  });
});
