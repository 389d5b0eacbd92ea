import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  type KeyObject,
  timingSafeEqual,
} from 'node:crypto';
import { Failure } from '#shared/errors.ts';
import type { Position } from '#server/core/conditions/keyset.ts';
import type { Vault } from '#server/db/vault.ts';

/** Where a page ended and how many rows precede it. */
export interface Cursor {
  readonly position: Position;
  readonly seen: number;
}

const CIPHER = 'aes-256-ctr';
const CHECK_BYTES = 16;
/** Bytes that a cursor may hold; as text it stays below the 4,000 characters that the wire allows. */
const MAX_CONTENT = 2900;

function parse(content: string): Cursor | undefined {
  try {
    const [seen, id, ...values] = JSON.parse(content) as [number, string, ...(string | null)[]];
    return { position: { id, values }, seen };
  } catch {
    return undefined;
  }
}

/** As objects of their own: made from bytes for every cursor, a key costs four times what is done with it. */
interface Keys {
  readonly checking: KeyObject;
  readonly sealing: KeyObject;
}

const checkOf = ({ checking }: Keys, query: string, content: string): Buffer =>
  createHmac('sha256', checking).update(`${query.length}\n${query}${content}`).digest().subarray(0, CHECK_BYTES);

function open(keys: Keys, query: string, check: Buffer, sealed: Buffer): Cursor | undefined {
  const decipher = createDecipheriv(CIPHER, keys.sealing, check);
  const content = decipher.update(sealed, undefined, 'utf8') + decipher.final('utf8');
  return timingSafeEqual(checkOf(keys, query, content), check) ? parse(content) : undefined;
}

/**
 * Cursors as opaque text, sealed with keys of the server. Who could write a cursor could put it at any record and value, and
 * learn from the rows before and after it what that record holds. The check over query and content is the initial vector
 * of the cipher as well (SIV), so that the same place gives the same text and no number of cursors wears a key out.
 */
export class Cursors {
  /** Of each key of the vault, the one that writes first. */
  readonly #keys: readonly Keys[];

  constructor(vault: Pick<Vault, 'deriveAll'>) {
    const sealing = vault.deriveAll('cursor seal').map((key) => createSecretKey(key));
    this.#keys = vault
      .deriveAll('cursor check')
      .map((key) => createSecretKey(key))
      .map((checking, at) => ({ checking, sealing: sealing[at] ?? checking }));
  }

  /**
   * A cursor as text. `query` is everything that decides which rows come in which order, and for whom. Values that are too
   * long to travel stay behind: the record is then asked for them when the next page is read.
   */
  write(query: string, { position, seen }: Cursor): string {
    const whole = JSON.stringify([seen, position.id, ...position.values]);
    const content = Buffer.byteLength(whole) > MAX_CONTENT ? JSON.stringify([seen, position.id]) : whole;
    const [keys] = this.#keys as readonly [Keys];
    const check = checkOf(keys, query, content);
    const cipher = createCipheriv(CIPHER, keys.sealing, check);
    return Buffer.concat([check, cipher.update(content, 'utf8'), cipher.final()]).toString('base64url');
  }

  /** Reads a cursor back; `values` is empty where they stayed behind. @throws Failure INVALID_QUERY when it is damaged or was given for another query. */
  read(query: string, text: string): Cursor {
    const bytes = Buffer.from(text, 'base64url');
    const check = bytes.subarray(0, CHECK_BYTES);
    if (check.length === CHECK_BYTES)
      for (const keys of this.#keys) {
        const cursor = open(keys, query, check, bytes.subarray(CHECK_BYTES));
        if (cursor) return cursor;
      }
    const message = '翻页游标无效，或属于另一个查询，请从第一页重新查询';
    throw new Failure('INVALID_QUERY', message, [{ field: 'after', message }]);
  }
}
