import Button from '@mui/material/Button';
import type { Subscription } from '#schemas/api/alerts.ts';
import { DialogFrame } from '#client/ui/dialogs/dialog-frame.tsx';
import { AlertLines } from './alert-lines.tsx';
import type { SubscriptionsStore } from './subscriptions-store.ts';

interface LinesDialogProps {
  readonly store: SubscriptionsStore;
  readonly subscription: Subscription;
  readonly onClose: () => void;
}

/** What entered since the user looked, with the way to say that they have. */
export function LinesDialog({ store, subscription, onClose }: LinesDialogProps) {
  const seen = () => void store.markSeen(subscription).then(onClose, onClose);
  return (
    <DialogFrame
      title={`“${subscription.name}”的新内容`}
      size="md"
      hasLines
      onClose={onClose}
      actions={
        <>
          <Button color="inherit" onClick={onClose}>
            关闭
          </Button>
          <Button variant="contained" onClick={seen}>
            标为已看
          </Button>
        </>
      }
    >
      <AlertLines store={store} subscription={subscription} />
    </DialogFrame>
  );
}
