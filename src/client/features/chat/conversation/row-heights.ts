import { MESSAGE_TYPES } from '#schemas/generated/api/chat.ts';
import { pictureOf } from '#client/features/chat/messages/message-content.ts';
import { pictureFrame } from '#client/features/chat/messages/bubbles/picture-bubble.tsx';
import type { ShownMessage } from '#client/features/chat/messages/shown-message.ts';

/** Around a bubble, a line of text, and characters of one line as most bubbles have them. */
const AROUND = 38;
const LINE = 22;
const OF_LINE = 28;
const CARD = 130;
const NOTICE = 40;

/** How high a row will about be, in pixels, before it is measured: the nearer, the less the scroll bar moves. */
export function guessHeight({ type, content, beBack }: ShownMessage): number {
  if (beBack) return NOTICE;
  if (type === MESSAGE_TYPES.picture) return pictureFrame(pictureOf(content) ?? {}).height + AROUND - 16;
  if (type !== MESSAGE_TYPES.text) return CARD + AROUND;
  return AROUND + LINE * Math.max(1, Math.ceil(content.length / OF_LINE));
}
