import type { FeedType } from '#schemas/api/notices.ts';

/** The right side of the room: a conversation (with the company that led to it), a list or a system account. */
export type Selected =
  | { readonly kind: 'user'; readonly uid: string; readonly ccid?: string }
  | { readonly kind: 'interested' }
  | { readonly kind: 'system'; readonly type: FeedType };

/** The tab of the conversation itself; every other tab is the `ccid` of a company. */
export const CHAT_TAB = 'chat';
