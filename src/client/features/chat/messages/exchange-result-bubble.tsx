import type { BubbleProps } from './bubble-props.ts';
import { ExchangeValuesView } from './exchange-values-view.tsx';
import { exchangeOf, resultWords } from './message-content.ts';
import { UnreadableBubble } from './unreadable-bubble.tsx';

/** Type 9: an exchange is done; each of the two may look at what came of it. */
export function ExchangeResultBubble({ shown, actions }: BubbleProps) {
  const exchange = exchangeOf(shown.content);
  if (!exchange) return <UnreadableBubble />;
  return (
    <div className="bubble bubble-card">
      <p className="bubble-title">{resultWords(exchange.kind)}</p>
      <ExchangeValuesView exchange={exchange} actions={actions} />
    </div>
  );
}
