import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useState } from 'react';
import type { DeskDossier } from '#schemas/api/identity-desk.ts';
import { detailSections } from '#generators/detail.ts';
import { DetailSection } from '#client/features/records/details/detail-section.tsx';
import { RecordDetailStore } from '#client/features/records/details/record-detail-store.ts';
import { Attachments } from '#client/features/identity/attachments.tsx';
import { DeskPage } from '#client/features/identity/review-page.tsx';
import { ReviewStore } from '#client/features/identity/review-store.ts';
import '#client/features/records/details/record-detail.css';
import { screen, type ScreenProps } from '#client/app/base/screen.tsx';

/** Where staff decide on certifications. */
export const ReviewQueueScreen = screen(
  ({ api }) => new ReviewStore(api),
  (store, stores) => (
    <DeskPage
      store={store}
      renderRecord={(dossier) => (
        <HandedIn key={`${dossier.case.id}/${dossier.record.record.version ?? 0}`} stores={stores} dossier={dossier} />
      )}
    />
  ),
);

/** The record of a submission, section by section as its object’s metadata says; exactly the version that is decided on. */
const HandedIn = observer(function HandedIn({ stores, dossier }: ScreenProps & { readonly dossier: DeskDossier }) {
  const { api, catalog, lookups, upgrade } = stores;
  const [store] = useState(() => {
    const { objectApiName, recordId } = dossier.case;
    return new RecordDetailStore(api, catalog, objectApiName, recordId, { read: async () => dossier.record });
  });
  useEffect(() => void store.load(), [store]);
  const { definition, reply } = store;
  const sections = useMemo(() => (definition ? detailSections(definition) : []), [definition]);
  if (!reply) return null;
  return (
    <div className="detail-main">
      {definition && <Attachments definition={definition} record={reply.record} />}
      {sections.map((section) => (
        <DetailSection
          key={section.id}
          isPlain
          section={section}
          store={store}
          options={lookups}
          onUpgrade={() => upgrade.open('')}
        />
      ))}
    </div>
  );
});
