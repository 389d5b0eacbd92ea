import { useState } from 'react';
import { CorrectionListStore, type CorrectionView } from '#client/features/corrections/correction-list-store.ts';
import { CorrectionsPage } from '#client/features/corrections/corrections-page.tsx';
import type { AppStores } from '#client/app/base/stores.ts';

interface CorrectionScreenProps {
  readonly stores: AppStores;
  readonly view: CorrectionView;
}

/** Proposals to correct values, of the person or of everybody. */
export function CorrectionScreen({ stores, view }: CorrectionScreenProps) {
  const [store] = useState(() => new CorrectionListStore(stores.api, stores.catalog, view));
  return <CorrectionsPage store={store} options={stores.lookups} />;
}
