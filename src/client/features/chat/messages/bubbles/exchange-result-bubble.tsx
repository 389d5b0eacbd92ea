import type { BubbleProps } from './bubble-props.ts';
import { ExchangeValuesView } from './exchange-values-view.tsx';
import { exchangeOf, resultLabel } from '#client/features/chat/messages/message-content.ts';
import { UnreadableBubble } from './unreadable-bubble.tsx';

/** Type 9: an exchange is over; each of the two may look at what came of it, unless it was declined. */
export function ExchangeResultBubble({ shown, actions }: BubbleProps) {
  const exchange = exchangeOf(shown.content);
  if (!exchange) return <UnreadableBubble />;
  return (
    <div className="bubble bubble-card">
      <p className="bubble-title">{resultLabel(exchange, shown.sent)}</p>
      {exchange.state === 'agreed' && <ExchangeValuesView exchange={exchange} actions={actions} />}
    </div>
  );
}
