import { randomBytes } from 'node:crypto';

/** Crockford’s base 32: no letter that reads like a digit. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 16;

/** Sixteen random characters, 80 bits: the number of an order, or a redemption code. */
export const randomNumber = (): string => [...randomBytes(LENGTH)].map((byte) => ALPHABET[byte % 32]).join('');

/** A code as people are given it, in groups of four. */
export const groupedCode = (code: string): string => code.replace(/.{4}(?!$)/g, '$&-');

/** A code as it was typed, without its dashes and with the letters that read like digits as digits. */
export const plainCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')
    .replace(/[^0-9A-Z]/g, '');
