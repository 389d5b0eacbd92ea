import { useState, type MouseEvent, type ReactNode } from 'react';
import type { ExchangeContent } from '#schemas/api/chat.ts';
import { PlainButton } from '#client/ui/plain-button.tsx';
import type { BubbleProps } from './bubble-props.ts';
import { momentLabel } from '#client/features/chat/messages/day-label.ts';
import { exchangeOf, requestLabel, requestStateLabel } from '#client/features/chat/messages/message-content.ts';
import { restFocus } from '#client/features/chat/messages/rest-focus.ts';
import { ExchangeValuesView } from './exchange-values-view.tsx';
import { UnreadableBubble } from './unreadable-bubble.tsx';

interface RequestCardProps extends BubbleProps {
  /** What agreeing means, shown before it is pressed. */
  readonly note: string;
  /** The icon before the text. */
  readonly icon: ReactNode;
}

/** A request that one of the two made: the other answers it once, within its term. */
export function RequestCard({ shown, actions, note, icon }: RequestCardProps) {
  const [isBusy, setBusy] = useState(false);
  const exchange = exchangeOf(shown.content);
  if (!exchange) return <UnreadableBubble />;
  const { exchangeId, kind, state, expiresAt } = exchange;
  const isAsked = state === 'pending' && !shown.sent;
  // One press is one answer: the buttons rest until the store has taken it.
  const answer = async ({ currentTarget }: MouseEvent, agree: boolean) => {
    restFocus(currentTarget);
    setBusy(true);
    await actions.answer(exchangeId, agree).catch(() => undefined);
    setBusy(false);
  };
  return (
    <div className="bubble bubble-card">
      <p className="bubble-title">
        {icon}
        <span>{requestLabel(kind, shown.sent)}</span>
      </p>
      {isAsked ? (
        <>
          <p className="bubble-note">{note}</p>
          <div className="bubble-buttons">
            <PlainButton look="filled" disabled={isBusy} onClick={(event) => void answer(event, true)}>
              同意
            </PlainButton>
            <PlainButton look="outlined" tone="quiet" disabled={isBusy} onClick={(event) => void answer(event, false)}>
              拒绝
            </PlainButton>
          </div>
        </>
      ) : (
        <p className="bubble-request-state" data-state={state}>
          {requestStateLabel(state, shown.sent)}
        </p>
      )}
      <Term state={state} expiresAt={expiresAt} />
      {state === 'agreed' && <ExchangeValuesView exchange={exchange} actions={actions} />}
    </div>
  );
}

function Term({ state, expiresAt }: Pick<ExchangeContent, 'state' | 'expiresAt'>) {
  const words = momentLabel(expiresAt);
  return state === 'pending' && words !== '' ? <p className="bubble-note">有效期至 {words}</p> : null;
}
