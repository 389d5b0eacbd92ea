import { MAX_AUTO_REPLY } from '#schemas/generated/api/chat-settings.ts';
import { contactTip } from './contact-tip.ts';
import { textProblem } from './message-text.ts';

/**
 * Why a text may not answer strangers, in words; undefined when it may. A message with a number in it is only followed
 * by a hint, since one user wrote it to another; this one would give the number to every user without a request.
 */
export function autoReplyProblem(text: string): string | undefined {
  if (text === '' || [...text].length > MAX_AUTO_REPLY) return `长度在 1 到 ${MAX_AUTO_REPLY} 个字符`;
  const problem = textProblem(text);
  if (problem !== undefined) return problem;
  return contactTip(text) === null
    ? undefined
    : '自动回复中请勿填写手机号或微信号，建议互相回复后使用“交换手机号/交换微信”';
}
