import type { MessageType } from '#schemas/api/chat.ts';
import { MESSAGE_TYPES, RECALL_MS } from '#schemas/generated/api/chat.ts';
import type { ShownMessage } from './shown-message.ts';

/** What can be done with one message. */
export type MessageAct = 'copy' | 'recall' | 'retry' | 'discard';

export const ACT_LABELS: Readonly<Record<MessageAct, string>> = {
  copy: '复制',
  recall: '撤回',
  retry: '重试',
  discard: '删除',
};

const IN_WORDS: ReadonlySet<MessageType> = new Set([MESSAGE_TYPES.text, MESSAGE_TYPES.assistantContact]);
/** What was written; requests and answers cannot be recalled. */
const TAKEN_BACK: ReadonlySet<MessageType> = new Set([MESSAGE_TYPES.text, MESSAGE_TYPES.picture]);

/** What can be done with a message at `now`, milliseconds since 1970; the server judges a recall again. */
export function actsOf(shown: ShownMessage, now: number): MessageAct[] {
  const { type, sent, state, beBack, message, timeStamp } = shown;
  if (beBack) return [];
  const acts: MessageAct[] = [];
  if (IN_WORDS.has(type)) acts.push('copy');
  if (sent && message && TAKEN_BACK.has(type) && now - Date.parse(timeStamp) < RECALL_MS) acts.push('recall');
  if (state === 'failed' || state === 'unconfirmed') acts.push('retry');
  if (state === 'failed') acts.push('discard');
  return acts;
}
