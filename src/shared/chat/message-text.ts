import { MAX_TEXT } from '#schemas/generated/api/chat.ts';

/** Everything but spaces and what no screen shows. */
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}]/u;
/** Controls other than the tab and the ends of lines. */
const CONTROL = /[^\P{Cc}\t\n\r]/u;

/** Why a text message is refused, in words; undefined when it may be sent as it is. */
export function textProblem(text: string): string | undefined {
  if (!VISIBLE.test(text)) return '请输入内容';
  if (CONTROL.test(text)) return '消息含有无法发送的字符';
  // No text has more code points than units: only a long one needs to be counted.
  if (text.length > MAX_TEXT && [...text].length > MAX_TEXT) return `消息最多${MAX_TEXT}个字`;
  return undefined;
}
