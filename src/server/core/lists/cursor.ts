import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto';
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

/**
 * Cursors as opaque text, sealed with keys of the server. Who could write a cursor could put it at any record and value, and
 * learn from the rows before and after it what that record holds. The check over query and content is the initial vector
 * of the cipher as well (SIV), so that the same place gives the same text and no number of cursors wears a key out.
 */
export class Cursors {
  readonly #checking: Buffer;
  readonly #sealing: Buffer;

  constructor(vault: Pick<Vault, 'derive'>) {
    this.#checking = vault.derive('cursor check');
    this.#sealing = vault.derive('cursor seal');
  }

  #check(query: string, content: string): Buffer {
    return createHmac('sha256', this.#checking)
      .update(`${query.length}\n${query}${content}`)
      .digest()
      .subarray(0, CHECK_BYTES);
  }

  /**
   * A cursor as text. `query` is everything that decides which rows come in which order, and for whom. Values that are too
   * long to travel stay behind: the record is then asked for them when the next page is read.
   */
  write(query: string, { position, seen }: Cursor): string {
    const whole = JSON.stringify([seen, position.id, ...position.values]);
    const content = Buffer.byteLength(whole) > MAX_CONTENT ? JSON.stringify([seen, position.id]) : whole;
    const check = this.#check(query, content);
    const cipher = createCipheriv(CIPHER, this.#sealing, check);
    return Buffer.concat([check, cipher.update(content, 'utf8'), cipher.final()]).toString('base64url');
  }

  /** Reads a cursor back; `values` is empty where they stayed behind. @throws Failure INVALID_QUERY when it is damaged or was given for another query. */
  read(query: string, text: string): Cursor {
    const bytes = Buffer.from(text, 'base64url');
    const check = bytes.subarray(0, CHECK_BYTES);
    const cursor = check.length === CHECK_BYTES ? this.#open(query, check, bytes.subarray(CHECK_BYTES)) : undefined;
    if (cursor) return cursor;
    const message = '翻页游标无效，或属于另一个查询，请从第一页重新查询';
    throw new Failure('INVALID_QUERY', message, [{ field: 'after', message }]);
  }

  #open(query: string, check: Buffer, sealed: Buffer): Cursor | undefined {
    const decipher = createDecipheriv(CIPHER, this.#sealing, check);
    const content = decipher.update(sealed, undefined, 'utf8') + decipher.final('utf8');
    return timingSafeEqual(this.#check(query, content), check) ? parse(content) : undefined;
  }
}
