import { useState } from 'react';
import { CorrectionListStore, type CorrectionView } from '#client/features/corrections/correction-list-store.ts';
import { CorrectionsPage } from '#client/features/corrections/corrections-page.tsx';
import type { AppStores } from '#client/app/base/stores.ts';

/** Proposals to correct values. */
const correctionScreen = (view: CorrectionView) =>
  function CorrectionScreen({ stores }: { readonly stores: AppStores }) {
    const [store] = useState(() => new CorrectionListStore(stores.api, stores.catalog, view));
    return <CorrectionsPage store={store} options={stores.lookups} />;
  };

/** Those of the user. */
export const MyCorrectionsScreen = correctionScreen('mine');
/** Those of all users, for staff. */
export const CorrectionQueueScreen = correctionScreen('queue');
