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
    const isUnread = messages.some((shown) => isUnreadAfter(shown, readSeq));
    setLine(isUnread ? readSeq : 'none');
  }
  return line === 'none' ? undefined : line;
}

/**
 * The key of the first unread message of the other, above which the line is drawn: one's own after the line are nothing
 * new. Undefined where older messages that are not loaded may be unread as well.
 */
export function firstUnreadKey(
  messages: readonly ShownMessage[],
  hasOlder: boolean,
  line: number | undefined,
): string | undefined {
  if (line === undefined) return undefined;
  const [oldest] = messages;
  if (hasOlder && (oldest?.message?.seq ?? Infinity) > line) return undefined;
  return messages.find((shown) => isUnreadAfter(shown, line))?.key;
}

const isUnreadAfter = ({ sent, message }: ShownMessage, seq: number): boolean =>
  !sent && message !== undefined && message.seq > seq;
