import NotificationsActive from '@mui/icons-material/NotificationsActive';
import NotificationsNoneOutlined from '@mui/icons-material/NotificationsNoneOutlined';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import { PlainButton } from '#client/ui/plain-button.tsx';
import { freshWords } from './alert-words.ts';
import type { AlertTarget, SubscriptionsStore } from './subscriptions-store.ts';
import './alerts.css';

const SubscribeDialog = lazyPart(async () => (await import('./subscribe-dialog.tsx')).SubscribeDialog);
const LinesDialog = lazyPart(async () => (await import('./lines-dialog.tsx')).LinesDialog);

interface SubscribeButtonProps {
  readonly store: SubscriptionsStore;
  /** Undefined while there is nothing that can be subscribed to yet. */
  readonly target: AlertTarget | undefined;
  /** What the button names, where another one of the page subscribes to something else. */
  readonly what?: string | undefined;
  /** Asks the user to make it. */
  readonly onNeed?: (() => void) | undefined;
}

const ICON = { fontSize: 17 } as const;

/** Subscribes to a view or a record; of one that is subscribed to it says what is new since the user looked. */
export const SubscribeButton = observer(function SubscribeButton({
  store,
  target,
  what = '',
  onNeed,
}: SubscribeButtonProps) {
  const [open, setOpen] = useState<'choice' | 'lines'>();
  /** The target was asked for in order to subscribe to it. */
  const [waits, setWaits] = useState(false);
  const subscription = target && store.to(target);
  useEffect(() => store.look(), [store, target?.targetId]);
  if (waits && target) {
    setWaits(false);
    setOpen('choice');
  }
  const press = () => {
    if (target) return setOpen('choice');
    setWaits(true);
    return onNeed?.();
  };
  const word = subscription ? (subscription.paused ? '订阅已暂停' : `已订阅${what}`) : `订阅${what}`;
  return (
    <>
      <PlainButton
        tone={subscription ? 'brand' : 'quiet'}
        className="alert-button"
        icon={subscription ? <NotificationsActive sx={ICON} /> : <NotificationsNoneOutlined sx={ICON} />}
        aria-haspopup="dialog"
        title={subscription?.paused ?? undefined}
        onClick={press}
      >
        <span className="alert-word">{word}</span>
      </PlainButton>
      {subscription && subscription.fresh > 0 && (
        <span className="alert-fresh">
          <PlainButton aria-haspopup="dialog" onClick={() => setOpen('lines')}>
            {freshWords(subscription)}
          </PlainButton>
          <PlainButton tone="quiet" onClick={() => void store.markSeen(subscription).catch(() => undefined)}>
            标为已看
          </PlainButton>
        </span>
      )}
      {open === 'choice' && target && (
        <SubscribeDialog store={store} target={target} onClose={() => setOpen(undefined)} />
      )}
      {open === 'lines' && subscription && (
        <LinesDialog store={store} subscription={subscription} onClose={() => setOpen(undefined)} />
      )}
    </>
  );
});
