import type { BubbleProps } from './bubble-props.ts';
import { LinkedText } from '#client/features/chat/messages/linked-text.tsx';
import { isEmojiOnly } from '#client/features/chat/messages/text-parts.ts';

/** Type 0: text as it was typed. Web addresses lead away; everything else is only text. */
export function TextBubble({ shown: { content } }: BubbleProps) {
  if (isEmojiOnly(content)) return <p className="bubble bubble-emoji">{content}</p>;
  return (
    <p className="bubble bubble-text">
      <LinkedText text={content} />
    </p>
  );
}
