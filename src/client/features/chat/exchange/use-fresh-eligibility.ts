import { useEffect, useRef } from 'react';
import { MESSAGE_TYPES } from '#schemas/generated/api/chat.ts';
import type { DialogStore } from '#client/features/chat/conversation/dialog-store.ts';
import type { HeaderStore } from './header-store.ts';

/** What of a conversation decides what may be exchanged: who has written, and every request, answer and result. */
function exchangeMark({ messages }: Pick<DialogStore, 'messages'>): string {
  const stored = messages.filter(({ message }) => message !== undefined);
  // An automatic reply does not count as written.
  const written = stored.filter(({ message }) => !message?.auto);
  const sides = new Set(written.map(({ sent }) => sent));
  const exchanges = stored.filter(({ type }) => type !== MESSAGE_TYPES.text && type !== MESSAGE_TYPES.picture);
  return [sides.size, ...exchanges.map(({ message, content }) => `${message?.id} ${content}`)].join('\n');
}

/** Asks again what may be exchanged whenever the conversation shows that they have changed. For an observer. */
export function useFreshEligibility(header: HeaderStore, dialog: Pick<DialogStore, 'messages' | 'isLoading'>): void {
  const mark = dialog.isLoading ? undefined : exchangeMark(dialog);
  const known = useRef(mark);
  useEffect(() => {
    if (mark === undefined || mark === known.current) return;
    // The first page came while the header was being loaded, which knows all that it says.
    const isFirst = known.current === undefined;
    known.current = mark;
    if (!isFirst) void header.reload();
  }, [header, mark]);
}
