import { observer } from 'mobx-react-lite';
import { useEffect, useMemo } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { ImportPage } from '#client/features/imports/import-page.tsx';
import { ImportsPage } from '#client/features/imports/imports-page.tsx';
import { usePageTitle } from '#client/lib/page-title.ts';
import { detailPath, hashAddress } from '#client/lib/router.ts';
import { useGoTo } from '#client/lib/use-go-to.ts';
import { importsStore, importStore } from './import-stores.ts';
import { NotFoundPage } from '#client/app/base/status-page.tsx';
import type { AppStores } from '#client/app/base/stores.ts';

// Screens of staff: loaded when one of them is opened and not before.

interface ScreenProps {
  readonly stores: AppStores;
}

/** All imports, and a new one. */
export const ImportsScreen = observer(function ImportsScreen({ stores }: ScreenProps) {
  usePageTitle('导入');
  const [query] = useSearchParams();
  const goTo = useGoTo();
  const store = useMemo(() => importsStore(stores), [stores]);
  useEffect(() => store.follow(), [store]);
  return (
    <ImportsPage
      store={store}
      objects={stores.catalog.stored}
      chosen={query.get('object') ?? ''}
      hrefOf={(id) => hashAddress(`/staff/import/${id}`)}
      onUploaded={(id) => goTo(`/staff/import/${id}`)}
    />
  );
});

const IMPORT_ID = /^[0-9a-f]{32}$/;

/** One import from its preview to its undo. */
export const ImportScreen = observer(function ImportScreen({ stores }: ScreenProps) {
  const { id = '' } = useParams();
  const goTo = useGoTo();
  const store = useMemo(() => importStore(stores, id), [stores, id]);
  usePageTitle(store.detail ? `导入 ${store.detail.job.fileName}` : '导入');
  useEffect(() => (IMPORT_ID.test(id) ? store.follow() : undefined), [store, id]);
  if (!IMPORT_ID.test(id)) return <NotFoundPage />;
  return (
    <ImportPage
      store={store}
      objects={stores.catalog.stored}
      recordHref={(objectApiName, recordId) => hashAddress(detailPath(objectApiName, recordId))}
      listHref={(objectApiName) => {
        const route = stores.catalog.summary(objectApiName)?.route;
        return route === undefined ? undefined : hashAddress(route);
      }}
      importsHref={hashAddress('/staff/import')}
      onRemoved={() => goTo('/staff/import')}
    />
  );
});
