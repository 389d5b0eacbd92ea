import { observer } from 'mobx-react-lite';
import { memo } from 'react';
import type { BubbleActions } from '#client/features/chat/messages/bubbles/bubble-actions.ts';
import { clockLabel } from '#client/features/chat/messages/day-label.ts';
import { MessageBubble } from '#client/features/chat/messages/message-bubble.tsx';
import { exchangeOf, resultLabel, spokenLabel } from '#client/features/chat/messages/message-content.ts';
import { recallLabel } from '#client/features/chat/messages/recall-label.ts';
import { SendState, stateLabel } from '#client/features/chat/messages/send-state.tsx';
import type { ShownMessage } from '#client/features/chat/messages/shown-message.ts';

export interface MessageRowProps {
  readonly shown: ShownMessage;
  readonly actions: BubbleActions;
  /** The last message of one's own. */
  readonly isLastOwn: boolean;
  /** The message that Tab leads to; arrows lead to the others. */
  readonly isActive: boolean;
  readonly onRetry: (key: string) => void;
  readonly onPicture: (key: string) => void;
}

/** Shown at messages that an automatic reply sent. */
const AUTO = '自动回复';

/** A message as it is read out. */
export function messageLabel(shown: ShownMessage): string {
  const { sent, timeStamp, type, content, beBack, message } = shown;
  if (beBack) return recallLabel(sent);
  const words = [
    sent ? '我' : '对方',
    clockLabel(timeStamp),
    ...(message?.auto ? [AUTO] : []),
    spokenLabel(type, content, sent),
  ];
  return (sent ? [...words, stateLabel(shown)] : words).join('，');
}

/** What became of an exchange, in one line. */
function eventLabel({ content, sent }: ShownMessage): string | undefined {
  const exchange = exchangeOf(content);
  return exchange && resultLabel(exchange, sent);
}

/** One message with its time and state of sending. */
export const MessageRow = memo(
  observer(function MessageRow({ shown, actions, isLastOwn, isActive, onRetry, onPicture }: MessageRowProps) {
    const { key, sent, beBack, timeStamp, isEvent } = shown;
    const line = beBack ? recallLabel(sent) : isEvent && eventLabel(shown);
    return (
      <article
        ref={(node) => node?.setAttribute('tabindex', isActive ? '0' : '-1')}
        data-message={key}
        className="message"
        data-side={sent ? 'own' : 'other'}
        data-line={line !== undefined || undefined}
        aria-label={messageLabel(shown)}
      >
        {line !== undefined ? (
          <p className="message-said">{line}</p>
        ) : (
          <>
            <div className="message-line">
              <MessageBubble shown={shown} actions={actions} onPicture={() => onPicture(key)} />
              {shown.message?.auto && <small className="message-auto">{AUTO}</small>}
              <time dateTime={timeStamp}>{clockLabel(timeStamp)}</time>
            </div>
            {sent && <SendState shown={shown} isLast={isLastOwn} onRetry={() => onRetry(key)} />}
          </>
        )}
      </article>
    );
  }),
);
