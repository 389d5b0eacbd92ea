import type { PictureContent, ProjectContent } from '#schemas/api/chat.ts';
import { MESSAGE_TYPES } from '#schemas/generated/api/chat.ts';
import type { EvidenceMessage } from '#schemas/api/reports.ts';

/** What a message that holds no text is about. */
const LABELS: Readonly<Record<number, string>> = {
  [MESSAGE_TYPES.assistantContact]: '[平台助手发送的联系方式]',
  [MESSAGE_TYPES.exchangeResult]: '[交换联系方式的结果]',
  [MESSAGE_TYPES.phoneRequest]: '[请求交换手机号]',
  [MESSAGE_TYPES.weixinRequest]: '[请求交换微信]',
  [MESSAGE_TYPES.bpRequest]: '[索要 BP]',
  [MESSAGE_TYPES.phoneAgreed]: '[同意交换手机号]',
  [MESSAGE_TYPES.weixinAgreed]: '[同意交换微信]',
};

/** A message as staff see it: text, or a picture by its address. */
export interface ShownEvidence {
  readonly text: string;
  /** Of the picture as it was sent. */
  readonly picture?: string;
}

/** Reads a message; one whose content cannot be read says so. */
export function shownEvidence({ type, content }: Pick<EvidenceMessage, 'type' | 'content'>): ShownEvidence {
  if (type === MESSAGE_TYPES.text) return { text: content };
  try {
    if (type === MESSAGE_TYPES.picture)
      return { text: '[图片]', picture: (JSON.parse(content) as PictureContent).sourceUrl };
    if (type === MESSAGE_TYPES.project) return { text: `[项目] ${(JSON.parse(content) as ProjectContent).name}` };
  } catch {
    return { text: '[无法读取的消息]' };
  }
  return { text: LABELS[type] ?? '[其他消息]' };
}
