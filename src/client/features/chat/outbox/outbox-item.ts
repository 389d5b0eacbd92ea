import type { MESSAGE_TYPES } from '#schemas/api/chat.ts';

/** A message of one's own that the server has not confirmed. */
export interface OutboxItem {
  /** A UUID; the same one at every attempt. */
  readonly clientId: string;
  /** To whom. */
  readonly uid: string;
  readonly type: typeof MESSAGE_TYPES.text | typeof MESSAGE_TYPES.picture;
  /** As it is sent; empty for a picture until it is uploaded. */
  readonly content: string;
  readonly picture?: OutboxPicture;
  /** Milliseconds since 1970: when it was written, and since when it is being tried. */
  readonly at: number;
  readonly since: number;
  /** Its place among the messages of one person, over all tabs of the browser. */
  readonly order: number;
  /** Highest sequence number that was on screen when it was written. */
  readonly seenSeq: number;
  readonly state: 'waiting' | 'failed' | 'unconfirmed';
  /** The last attempt got no answer. */
  readonly isLost?: boolean;
  readonly reason?: string;
  readonly warning?: boolean;
}

interface OutboxPicture {
  /** The bytes as they were chosen; a `File` would not survive every browser's storage as one. */
  readonly file: Blob;
  readonly name: string;
  /** Pixels; absent until measured, or where the browser cannot read the picture. */
  readonly width?: number;
  readonly height?: number;
}

/** In the order in which they are to be sent. */
export const byOrder = (left: OutboxItem, right: OutboxItem): number =>
  left.order - right.order || (left.clientId < right.clientId ? -1 : 1);

/** An item put back to wait, as if it had just been written. */
export function asWaiting(item: OutboxItem, now: number): OutboxItem {
  const { reason: _, warning: _warning, isLost: _isLost, ...rest } = item;
  return { ...rest, state: 'waiting', since: now };
}
