import type { BubbleProps } from './bubble-props.ts';
import { agreedLabel, exchangeOf } from '#client/features/chat/messages/message-content.ts';
import { UnreadableBubble } from './unreadable-bubble.tsx';

/** Types 15 and 16: one of the two agreed to exchange phone numbers or WeChat; the result that follows has the values. */
export function AgreedBubble({ shown }: BubbleProps) {
  const exchange = exchangeOf(shown.content);
  if (!exchange) return <UnreadableBubble />;
  return (
    <div className="bubble bubble-card">
      <p className="bubble-title">{agreedLabel(exchange.kind, shown.sent)}</p>
    </div>
  );
}
