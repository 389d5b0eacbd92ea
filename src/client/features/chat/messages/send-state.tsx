import WarningAmberRounded from '@mui/icons-material/WarningAmberRounded';
import { PlainButton } from '#client/ui/plain-button.tsx';
import { restFocus } from './rest-focus.ts';
import type { ShownMessage } from './shown-message.ts';

/** The state of sending of an own message, as text. */
export function stateLabel({ state, reason }: Pick<ShownMessage, 'state' | 'reason'>): string {
  if (state === 'sending') return '发送中';
  if (state === 'sent') return '已送达';
  if (state === 'read') return '已读';
  return state === 'failed' ? (reason ?? '发送失败') : '未确认，点击重试';
}

interface SendStateProps {
  readonly shown: ShownMessage;
  /** The last message of one's own: only there delivery and reading are shown. */
  readonly isLast: boolean;
  readonly onRetry: () => void;
}

/** Below a message of one's own: delivered, read, on its way, or why not and how to try again. */
export function SendState({ shown, isLast, onRetry }: SendStateProps) {
  const { state, warning = false } = shown;
  const words = stateLabel(shown);
  const retry = (label: string) => (
    <PlainButton
      onClick={({ currentTarget }) => {
        restFocus(currentTarget);
        onRetry();
      }}
    >
      {label}
    </PlainButton>
  );
  // The style sheet shows the wheel after 300 ms: what is sent at once does not flicker.
  if (state === 'sending') return <span className="send-wheel" role="img" aria-label={words} />;
  if (state === 'unconfirmed') return <p className="send-state">{retry(words)}</p>;
  if (state === 'failed')
    return (
      <p className="send-state" data-look={warning ? 'warning' : 'error'}>
        <WarningAmberRounded />
        <span>{words}</span>
        {retry('重试')}
      </p>
    );
  return isLast ? <p className="send-state">{words}</p> : null;
}
