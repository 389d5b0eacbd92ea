import type { ChatUser, MessageType } from '#schemas/api/chat.ts';
import { MESSAGE_TYPES } from '#schemas/generated/api/chat.ts';
import { recallLabel } from '#client/features/chat/messages/recall-label.ts';

/** A message in one line; text is shown as it is. */
const STANDS_FOR: Readonly<Record<Exclude<MessageType, typeof MESSAGE_TYPES.text>, string>> = {
  [MESSAGE_TYPES.assistantContact]: '[联系方式]',
  [MESSAGE_TYPES.exchangeResult]: '[交换结果]',
  [MESSAGE_TYPES.phoneRequest]: '[交换手机号]',
  [MESSAGE_TYPES.weixinRequest]: '[交换微信]',
  [MESSAGE_TYPES.bpRequest]: '[索要BP]',
  [MESSAGE_TYPES.picture]: '[图片]',
  [MESSAGE_TYPES.project]: '[项目名片]',
  [MESSAGE_TYPES.phoneAgreed]: '[同意交换手机号]',
  [MESSAGE_TYPES.weixinAgreed]: '[同意交换微信]',
};

/** A message in one line; a type that this page does not know yet is named as such. */
function contentLabel(type: MessageType, content: string): string {
  if (type === MESSAGE_TYPES.text) return content.replaceAll(/\s+/g, ' ').trim();
  return STANDS_FOR[type] ?? '[消息]';
}

/** The last line of a contact on the list; '' where there is no message yet. */
export function lastContentLabel(user: Pick<ChatUser, 'type' | 'content' | 'sent' | 'lastChatBeBack'>): string {
  if (user.lastChatBeBack) return recallLabel(user.sent);
  return user.type === null ? '' : contentLabel(user.type, user.content);
}
