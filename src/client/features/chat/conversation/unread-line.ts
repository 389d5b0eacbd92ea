import { useState } from 'react';
import type { ShownMessage } from '#client/features/chat/messages/shown-message.ts';

/**
 * The number after which everything of the other was unread when the list was opened; it does not move while the list is
 * open. Undefined where all was read.
 */
export function useUnreadLine(messages: readonly ShownMessage[], readSeq: number): number | undefined {
  const [line, setLine] = useState<number | 'none'>();
  // What waits to be sent is there before anything is known of what was read.
  if (line === undefined && messages.some(({ message }) => message)) {
    const isUnread = messages.some(({ sent, message }) => !sent && message !== undefined && message.seq > readSeq);
    setLine(isUnread ? readSeq : 'none');
  }
  return line === 'none' ? undefined : line;
}

/** Is this row the first unread one? All rows above it were read. */
export function isFirstUnread(
  shown: ShownMessage,
  before: ShownMessage | undefined,
  hasOlder: boolean,
  line: number | undefined,
): boolean {
  if (line === undefined || !shown.message || shown.message.seq <= line) return false;
  return before ? (before.message?.seq ?? Infinity) <= line : !hasOlder;
}
