import type { ShownMessage } from '#client/features/chat/messages/shown-message.ts';

/** What was at hand when the list was last looked at. */
export interface Known {
  /** Key of the last row. */
  readonly last: string;
  /** Highest number of a stored message. */
  readonly seq: number;
}

export const knownOf = (messages: readonly ShownMessage[]): Known | undefined => {
  const last = messages.at(-1);
  return last && { last: last.key, seq: messages.findLast(({ message }) => message)?.message?.seq ?? 0 };
};

/**
 * What came since: messages of the other, and whether one's own were added. A message still being sent is below what the
 * other wrote meanwhile, so news need not be last. Where the row that was last is gone, another stretch of the conversation
 * is shown, and nothing in it is news.
 */
export function incomingOf(
  messages: readonly ShownMessage[],
  known: Known,
): { readonly theirs: readonly ShownMessage[]; readonly hasOwn: boolean } {
  const at = messages.findLastIndex(({ key }) => key === known.last);
  if (at < 0) return { theirs: [], hasOwn: false };
  const first = messages.findLastIndex(({ message }) => message !== undefined && message.seq <= known.seq) + 1;
  return {
    theirs: messages.slice(first).filter(({ sent }) => !sent),
    hasOwn: messages.slice(at + 1).some(({ sent }) => sent),
  };
}
