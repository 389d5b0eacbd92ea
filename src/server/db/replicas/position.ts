/** A place in the log of the server that takes writes. Each failover begins another timeline of the log. */
export interface Position {
  readonly timeline: number;
  /** Bytes of the log before it. */
  readonly lsn: bigint;
}

/** A position that no server ever comes to: only the server that takes writes has what was written there. */
export const NEVER_REACHED: Position = { timeline: 2 ** 31 - 1, lsn: 2n ** 64n - 1n };

/** Bytes of a page of the log, as PostgreSQL comes. */
const PAGE = 8192n;
/** The header of a page is never longer; nothing ends within so many bytes that did not begin before the page. */
const PAGE_HEADER = 40n;

/**
 * A place as PostgreSQL writes it, `16/B374D848`. Where the next record begins a page, the writer names the end of the
 * header, and a replica that has everything the beginning of the page.
 */
export function readLsn(text: string): bigint {
  const [high = '', low = ''] = text.split('/');
  const lsn = (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
  const inPage = lsn % PAGE;
  return inPage <= PAGE_HEADER ? lsn - inPage : lsn;
}

/** Has a server that has come to `reached` all that was written up to a position? */
export const hasPassed = (reached: Position, position: Position): boolean =>
  reached.timeline >= position.timeline && reached.lsn >= position.lsn;

/** The later one of two. */
export function later(one: Position | undefined, other: Position | undefined): Position | undefined {
  if (!one || !other) return one ?? other;
  return hasPassed(one, other) || one.timeline > other.timeline ? one : other;
}

const TEXT = /^(\d{1,10})-([0-9a-f]{1,16})$/;

export const writePosition = ({ timeline, lsn }: Position): string => `${timeline}-${lsn.toString(16)}`;

/** What `writePosition` gave; undefined for any other text. */
export function readPosition(text: string): Position | undefined {
  const [, timeline, lsn] = TEXT.exec(text) ?? [];
  return timeline === undefined ? undefined : { timeline: Number(timeline), lsn: BigInt(`0x${lsn}`) };
}
