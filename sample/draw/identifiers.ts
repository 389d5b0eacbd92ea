import type { Place } from '#sample/world/model.ts';
import { between, type Random } from './random.ts';

/**
 * A social credit code of the right length and alphabet whose body `EX…` no registry gives out. `letter` keeps the codes
 * of different objects apart.
 */
export const creditCode = (letter: 'C' | 'G' | 'M', place: Place, index: number): string =>
  `91${place.code}EX${letter}${String(index).padStart(6, '0')}X`;

/** A telephone number of a range that is never connected. */
export const telephone = (random: Random): string => `400-000-${String(between(random, 1, 9999)).padStart(4, '0')}`;

/** An address below example.com, which is reserved for examples. */
export const website = (key: string): string => `https://${key}.example.com/`;

export const mailbox = (key: string, name: string): string => `${name}@${key}.example.com`;

/** The number at the end of a key. */
export const indexOf = (key: string): number => Number(key.slice(-4));
