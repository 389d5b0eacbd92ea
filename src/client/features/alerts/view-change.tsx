import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { Subscription } from '#schemas/api/alerts.ts';
import { Mutation } from '#client/lib/mutation.ts';
import type { SubscriptionsStore } from './subscriptions-store.ts';

interface ViewChangeProps {
  readonly store: SubscriptionsStore;
  readonly subscription: Subscription;
}

/** The owner of a view changed what it asks: its subscriber decides which of the two is reported. */
export const ViewChange = observer(function ViewChange({ store, subscription }: ViewChangeProps) {
  const [deciding] = useState(() => new Mutation());
  const { view, name } = subscription;
  if (view === 'current') return null;
  const decide = (follow: boolean) => void deciding.run(() => store.decide(subscription, follow));
  const button = (label: string, follow: boolean) => (
    <Button size="small" disabled={deciding.isBusy} aria-label={`${label} ${name}`} onClick={() => decide(follow)}>
      {label}
    </Button>
  );
  return (
    <div className="alert-view-change" role="status">
      <span>
        {view === 'changed'
          ? '视图已更改：创建者修改了筛选条件，目前仍按原条件提醒。'
          : '创建者修改过筛选条件，您选择了保留原条件。'}
      </span>
      {button('跟随新条件', true)}
      {view === 'changed' && button('保留原条件', false)}
      {deciding.failure && <span className="alert-paused">{deciding.failure.message}</span>}
    </div>
  );
});
