import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import type { AppStores } from '#client/app/base/stores.ts';

const UpgradeDialog = lazyPart(async () => (await import('./upgrade-dialog.tsx')).UpgradeDialog);

interface UpgradeGateProps {
  readonly stores: AppStores;
  readonly onGo: (path: string) => void;
  readonly onAgain: () => void;
}

/** Loads the upgrade dialog when it is first needed; from then on it stays, for a code may be typed behind it. */
export const UpgradeGate = observer(function UpgradeGate({ stores, onGo, onAgain }: UpgradeGateProps) {
  const isWanted = stores.upgrade.message !== undefined;
  const [isLoaded, setLoaded] = useState(isWanted);
  useEffect(() => {
    if (isWanted) setLoaded(true);
  }, [isWanted]);
  return isLoaded ? <UpgradeDialog stores={stores} onGo={onGo} onAgain={onAgain} /> : null;
});
