import { observer } from 'mobx-react-lite';
import { lazy, useMemo } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import { LatestStore } from '#client/features/home/home-store.ts';
import { RecordDetailStore } from '#client/features/details/record-detail-store.ts';
import { RecordListStore } from '#client/features/records/record-list-store.ts';
import { usePageTitle } from '#client/lib/page-title.ts';
import { detailPath, loginPath } from '#client/lib/router.ts';
import { useGoTo } from '#client/lib/use-go-to.ts';
import { GridSkeleton } from '#client/ui/data-grid/grid-skeleton.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { NotFoundPage } from './status-page.tsx';
import type { AppStores } from './stores.ts';
import { useLiveStore } from './use-live-store.ts';

/** Screens of the features, each with the stores that it lives on. */

const HomePage = lazy(async () => ({ default: (await import('#client/features/home/home-page.tsx')).HomePage }));
const RecordListPage = lazy(async () => ({
  default: (await import('#client/features/records/record-list-page.tsx')).RecordListPage,
}));
const RecordDetailPage = lazy(async () => ({
  default: (await import('#client/features/details/record-detail-page.tsx')).RecordDetailPage,
}));

interface ScreenProps {
  readonly stores: AppStores;
}

const SKELETON_ROW = 40;

export const HomeScreen = observer(function HomeScreen({ stores }: ScreenProps) {
  const onHome = stores.catalog.lists.filter((object) => object.onHome).map((object) => object.apiName);
  const names = onHome.join();
  const latest = useMemo(
    () => (names === '' ? [] : names.split(',').map((objectApiName) => new LatestStore(stores.api, objectApiName))),
    [stores, names],
  );
  return (
    <HomePage
      name={stores.session.profile?.name ?? ''}
      hour={new Date().getHours()}
      catalog={stores.catalog}
      latest={latest}
      options={stores.lookups}
    />
  );
});

/** The list whose route in the metadata is this one. */
export const ListScreen = observer(function ListScreen({ stores }: ScreenProps) {
  const { pathname } = useLocation();
  const { catalog } = stores;
  const object = catalog.at(pathname);
  usePageTitle(object?.label);
  if (catalog.failure) {
    return (
      <Notice
        isAlert
        title={catalog.failure.message}
        action={{ label: '重试', onPress: () => void catalog.loadObjects() }}
      />
    );
  }
  if (!catalog.objects) return <GridSkeleton rowHeight={SKELETON_ROW} />;
  if (!object) return <NotFoundPage />;
  return (
    <List
      key={object.apiName}
      stores={stores}
      objectApiName={object.apiName}
      label={object.label}
      isCreatable={object.creatable}
    />
  );
});

interface ListProps extends ScreenProps {
  readonly objectApiName: string;
  readonly label: string;
  readonly isCreatable: boolean;
}

function List({ stores, objectApiName, ...rest }: ListProps) {
  const store = useLiveStore(stores.events, () => new RecordListStore(stores.api, objectApiName));
  return <RecordListPage store={store} lookups={stores.lookups} {...rest} />;
}

interface DetailScreenProps extends ScreenProps {
  /** Object of a route that names none. */
  readonly objectApiName?: string;
}

const OBJECT_NAME = /^[A-Z][A-Za-z0-9]{0,39}$/;
const RECORD_ID = /^[1-9][0-9]{0,17}$/;

export function DetailScreen({ stores, objectApiName }: DetailScreenProps) {
  const params = useParams();
  const name = objectApiName ?? params['moduleInfoId'] ?? '';
  const id = params['id'] ?? '';
  if (!OBJECT_NAME.test(name) || !RECORD_ID.test(id)) return <NotFoundPage />;
  return <Detail key={`${name}/${id}`} stores={stores} objectApiName={name} id={id} />;
}

function Detail({ stores, objectApiName, id }: ScreenProps & { readonly objectApiName: string; readonly id: string }) {
  const make = () => new RecordDetailStore(stores.api, stores.catalog, objectApiName, id);
  const store = useLiveStore(stores.events, make);
  const goTo = useGoTo();
  return (
    <RecordDetailPage
      store={store}
      options={stores.lookups}
      onUpgrade={() => stores.upgrade.open()}
      onSignIn={() => goTo(loginPath(detailPath(objectApiName, id)))}
    />
  );
}
