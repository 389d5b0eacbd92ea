import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { BINDINGS } from '#schemas/bindings.ts';
import { RecordDetailPage } from '#client/features/records/details/record-detail-page.tsx';
import { RecordDetailStore } from '#client/features/records/details/record-detail-store.ts';
import { detailPath, loginPath } from '#client/lib/router.ts';
import { useGoTo } from '#client/lib/use-go-to.ts';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import { NotFoundPage } from '#client/app/base/status-page.tsx';
import type { AppStores } from '#client/app/base/stores.ts';
import { useSubscribedStore } from '#client/app/base/use-subscribed-store.ts';
import { actionsOf } from '#client/app/base/record-actions.ts';

const ContactPanelScreen = lazyPart(async () => (await import('./contact-panel-screen.tsx')).ContactPanelScreen);

interface DetailScreenProps {
  readonly stores: AppStores;
  /** Object of a route that names none. */
  readonly objectApiName?: string;
}

const OBJECT_NAME = /^[A-Z][A-Za-z0-9]{0,39}$/;
const RECORD_ID = /^[1-9][0-9]{0,17}$/;

/** The page of one record, with the way to the people behind it. */
export function DetailScreen({ stores, objectApiName }: DetailScreenProps) {
  const params = useParams();
  const name = objectApiName ?? params['moduleInfoId'] ?? '';
  const id = params['id'] ?? '';
  if (!OBJECT_NAME.test(name) || !RECORD_ID.test(id)) return <NotFoundPage />;
  return <Detail key={`${name}/${id}`} stores={stores} objectApiName={name} id={id} />;
}

/** The page of one news item, whose route names no object. */
export const NewsScreen = ({ stores }: DetailScreenProps) => (
  <DetailScreen stores={stores} objectApiName={BINDINGS.news.object} />
);

const Detail = observer(function Detail({
  stores,
  objectApiName,
  id,
}: Required<DetailScreenProps> & { readonly id: string }) {
  const make = () => new RecordDetailStore(stores.api, stores.catalog, objectApiName, id);
  const store = useSubscribedStore(stores.events, make);
  const [actions] = useState(() => actionsOf(stores, () => void store.load()));
  const goTo = useGoTo();
  const signIn = () => goTo(loginPath(detailPath(objectApiName, id)));
  return (
    <RecordDetailPage
      store={store}
      options={stores.lookups}
      onUpgrade={() => stores.upgrade.open()}
      onSignIn={signIn}
      actions={actions}
      panel={store.definition?.party && <ContactPanelScreen stores={stores} record={store} onSignIn={signIn} />}
    />
  );
});
