import { ImportPage } from '#client/features/imports/import-page.tsx';
import { ImportStore } from '#client/features/imports/import-store.ts';
import { ImportsPage } from '#client/features/imports/imports-page.tsx';
import { every } from '#client/lib/every.ts';
import { detailPath, hashAddress } from '#client/lib/router.ts';
import { importsStore } from './import-stores.ts';
import { screen } from '#client/app/base/screen.tsx';

/** All imports, and a new one. */
export const ImportsScreen = screen(
  importsStore,
  (store, { catalog }, { query, goTo }) => (
    <ImportsPage
      store={store}
      objects={catalog.stored}
      chosen={query.get('object') ?? ''}
      hrefOf={(id) => hashAddress(`/staff/import/${id}`)}
      onUploaded={(id) => goTo(`/staff/import/${id}`)}
    />
  ),
  { start: (store) => store.follow() },
);

const IMPORT_ID = /^[0-9a-f]{32}$/;

/** One import from its preview to its undo. */
export const ImportScreen = screen(
  ({ api, catalog }, { params: { id = '' } }) => new ImportStore(id, api, catalog, every),
  (store, { catalog }, { goTo }) => (
    <ImportPage
      store={store}
      objects={catalog.stored}
      recordHref={(objectApiName, recordId) => hashAddress(detailPath(objectApiName, recordId))}
      listHref={(objectApiName) => {
        const route = catalog.summary(objectApiName)?.route;
        return route === undefined ? undefined : hashAddress(route);
      }}
      importsHref={hashAddress('/staff/import')}
      onRemoved={() => goTo('/staff/import')}
    />
  ),
  { subject: ({ params: { id } }) => IMPORT_ID.exec(id ?? '')?.[0], start: (store) => store.follow() },
);
