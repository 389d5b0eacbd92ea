import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { ConsentStore } from '#client/features/legal/consent-store.ts';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import type { AppStores } from '#client/app/base/stores.ts';

const ConsentDialog = lazyPart(async () => (await import('#client/features/legal/consent-dialog.tsx')).ConsentDialog);

/** Pages that help to decide: no question is put in front of them. */
const READ_FIRST = ['/legal/', '/helpCenter'];

interface ConsentGateProps {
  readonly stores: AppStores;
  readonly pathname: string;
}

/** Asks a user who signed in for consent to what is new to them, in front of every page but those that explain it. */
export const ConsentGate = observer(function ConsentGate({ stores, pathname }: ConsentGateProps) {
  const { api, session } = stores;
  const [store] = useState(() => new ConsentStore(api));
  const uid = session.profile?.uid;
  useEffect(() => {
    if (uid === undefined) store.stop();
    else store.start();
  }, [store, uid]);
  if (store.asked.length === 0 || READ_FIRST.some((root) => pathname.startsWith(root))) return null;
  return <ConsentDialog store={store} onLeave={() => void session.signOut()} />;
});
