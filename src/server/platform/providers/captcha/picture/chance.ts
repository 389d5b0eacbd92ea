import { randomInt } from 'node:crypto';

/** A whole number from `least` to `most`, both included. */
export type Chance = (least: number, most: number) => number;

/** Randomness that cannot be predicted. */
export const realChance: Chance = (least, most) => randomInt(least, most + 1);
