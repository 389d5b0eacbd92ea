import type { ChatUser, MessageType } from '#schemas/api/chat.ts';
import { MESSAGE_TYPES } from '#schemas/generated/api/chat.ts';
import { outcomeLabel } from '#client/features/chat/messages/message-content.ts';
import { recallLabel } from '#client/features/chat/messages/recall-label.ts';

/** What a message that is no text is called on the list. */
const STANDS_FOR: Readonly<Partial<Record<MessageType, string>>> = {
  [MESSAGE_TYPES.assistantContact]: '联系方式',
  [MESSAGE_TYPES.phoneRequest]: '请求交换手机号',
  [MESSAGE_TYPES.weixinRequest]: '请求交换微信',
  [MESSAGE_TYPES.bpRequest]: '索要BP',
  [MESSAGE_TYPES.picture]: '图片',
  [MESSAGE_TYPES.phoneAgreed]: '同意交换手机号',
  [MESSAGE_TYPES.weixinAgreed]: '同意交换微信',
};

/** A message in one line; a type that this page does not know yet is named as such. */
function contentLabel(type: MessageType, content: string): string {
  if (type === MESSAGE_TYPES.text) return content.replaceAll(/\s+/g, ' ').trim();
  if (type === MESSAGE_TYPES.exchangeResult) return `[${outcomeLabel(content)}]`;
  if (type === MESSAGE_TYPES.project) return `[项目名片] ${content}`.trim();
  return `[${STANDS_FOR[type] ?? '消息'}]`;
}

/** The last line of a contact on the list; '' where there is no message yet. */
export function lastContentLabel(user: Pick<ChatUser, 'type' | 'content' | 'sent' | 'lastChatBeBack'>): string {
  if (user.lastChatBeBack) return recallLabel(user.sent);
  return user.type === null ? '' : contentLabel(user.type, user.content);
}
