import { createHash, randomInt } from 'node:crypto';

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const ID_LENGTH = 8;
/** 187 random bits: no slow hash is needed where nothing can be guessed. */
const SECRET_LENGTH = 32;
const CHECK_LENGTH = 6;
/** What every key begins with: scanners of sources find keys by it. */
export const KEY_MARK = 'jt_live_';
const KEY = /^jt_live_([1-9A-HJ-NP-Za-km-z]{8})_([1-9A-HJ-NP-Za-km-z]{32})([1-9A-HJ-NP-Za-km-z]{6})$/;

const draw = (length: number): string => Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** By which a mistyped key is found out without asking the server. */
function checkOf(text: string): string {
  let left = createHash('sha256').update(text).digest().readUIntBE(0, CHECK_LENGTH);
  let check = '';
  for (let place = 0; place < CHECK_LENGTH; place += 1) {
    check += ALPHABET[left % ALPHABET.length];
    left = Math.floor(left / ALPHABET.length);
  }
  return check;
}

/** What is kept of a secret. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** A new key: its public id, the text that its owner is shown once, and what is kept. */
export function makeKey(): { readonly id: string; readonly text: string; readonly hash: string } {
  const [id, secret] = [draw(ID_LENGTH), draw(SECRET_LENGTH)];
  const start = `${KEY_MARK}${id}_${secret}`;
  return { id, text: start + checkOf(start), hash: hashSecret(secret) };
}

/** The parts of a key; undefined for a text that is none. */
export function readKey(text: string): { readonly id: string; readonly secret: string } | undefined {
  const [, id, secret, check] = KEY.exec(text) ?? [];
  if (id === undefined || secret === undefined) return undefined;
  return checkOf(`${KEY_MARK}${id}_${secret}`) === check ? { id, secret } : undefined;
}
