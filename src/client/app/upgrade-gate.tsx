import { observer } from 'mobx-react-lite';
import { lazy, Suspense } from 'react';
import type { UpgradeStore } from './upgrade-store.ts';

const UpgradeDialog = lazy(async () => ({ default: (await import('./upgrade-dialog.tsx')).UpgradeDialog }));

/** Loads the upgrade dialog when somebody first meets it. */
export const UpgradeGate = observer(function UpgradeGate({ store }: { readonly store: UpgradeStore }) {
  return store.message === undefined ? null : (
    <Suspense fallback={null}>
      <UpgradeDialog store={store} />
    </Suspense>
  );
});
