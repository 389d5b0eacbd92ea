import { randomInt } from 'node:crypto';
import { RECOVERY_CODES } from '#schemas/api/second-factor.ts';

/** Letters and digits that are not taken for one another. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789';
const HALF = 5;

const half = (): string => Array.from({ length: HALF }, () => SIGNS.charAt(randomInt(SIGNS.length))).join('');

/** Codes as they are shown, each of almost fifty bits. */
export const newRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, () => `${half()}-${half()}`);

/** A code as it is compared: people leave out hyphens, add blanks and write capitals. */
export const plainCode = (typed: string): string => typed.replace(/[\s-]/g, '').toLowerCase();
