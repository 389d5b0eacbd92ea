import { hash } from 'node:crypto';
import { Failure } from '#shared/errors.ts';
import type { Position } from '#server/db/conditions-keyset.ts';

/** Where a page ended and how many rows lie before it. */
export interface Cursor {
  readonly position: Position;
  readonly seen: number;
}

const CHECK_LENGTH = 16;
/** Bytes that a cursor may hold; as text it stays below the 4,000 characters that the wire allows. */
const MAX_CONTENT = 2900;

/**
 * The check ties a cursor to its query: the same place means nothing in another list. It is no secret. Whoever forges
 * one gets another page of a list that is open to them anyway.
 */
const check = (query: string, content: string): string =>
  hash('sha256', `${query}\n${content}`, 'base64url').slice(0, CHECK_LENGTH);

/**
 * A cursor as opaque text. `query` is everything that decides which rows come in which order. Values that are too long
 * to travel stay behind: the record is then asked for them when the next page is read.
 */
export function writeCursor(query: string, { position, seen }: Cursor): string {
  const whole = JSON.stringify([seen, position.id, ...position.values]);
  const content = Buffer.byteLength(whole) > MAX_CONTENT ? JSON.stringify([seen, position.id]) : whole;
  return check(query, content) + Buffer.from(content).toString('base64url');
}

function parse(content: string): Cursor | undefined {
  try {
    const [seen, id, ...values] = JSON.parse(content) as [number, string, ...(string | null)[]];
    return { position: { id, values }, seen };
  } catch {
    return undefined;
  }
}

/** Reads a cursor back; `values` is empty where they stayed behind. @throws Failure INVALID_QUERY when it is damaged or was given for another query. */
export function readCursor(query: string, text: string): Cursor {
  const content = Buffer.from(text.slice(CHECK_LENGTH), 'base64url').toString();
  const cursor = check(query, content) === text.slice(0, CHECK_LENGTH) ? parse(content) : undefined;
  if (cursor) return cursor;
  const message = '翻页游标无效，或属于另一个查询，请从第一页重新查询';
  throw new Failure('INVALID_QUERY', message, [{ field: 'after', message }]);
}
