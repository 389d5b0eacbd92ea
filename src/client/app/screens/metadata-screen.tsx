import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { keptDrafts } from '#client/features/metadata/draft/kept-drafts.ts';
import { EditorUiState, tabOf } from '#client/features/metadata/base/editor-ui-state.ts';
import type { EditorDeps } from '#client/features/metadata/base/editor-deps.ts';
import { MetadataSchemaStore } from '#client/features/metadata/definition-parts/metadata-schema-store.ts';
import { ObjectEditorPage } from '#client/features/metadata/editor/object-editor-page.tsx';
import { ObjectEditorStore } from '#client/features/metadata/base/object-editor-store.ts';
import { ObjectListPage } from '#client/features/metadata/editor/object-list-page.tsx';
import { ObjectListStore } from '#client/features/metadata/editor/object-list-store.ts';
import { PreviewStore } from '#client/features/metadata/base/preview-store.ts';
import { VersionListStore } from '#client/features/metadata/base/version-list-store.ts';
import { ExchangeRates } from '#client/lib/exchange-rates.ts';
import { useGoTo } from '#client/lib/use-go-to.ts';
import type { AppStores } from '#client/app/base/stores.ts';
import { useSubscribedStore } from '#client/app/base/use-subscribed-store.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';

// The staff's own screens: loaded when one of them is opened and not before.

const now = () => Date.now();
const today = () => shanghaiDay(new Date());

const draftsOf = ({ session }: AppStores) => keptDrafts(window.localStorage, () => session.profile?.uid ?? '');

interface ScreenProps {
  readonly stores: AppStores;
}

export const ObjectListScreen = observer(function ObjectListScreen({ stores }: ScreenProps) {
  const store = useSubscribedStore(stores.events, () => new ObjectListStore(stores.api, draftsOf(stores), now));
  const schema = useSubscribedStore(stores.events, () => new MetadataSchemaStore(stores.api));
  const goTo = useGoTo();
  return (
    <ObjectListPage
      store={store}
      schema={schema}
      today={today()}
      onOpen={(apiName) => goTo(`/staff/metadata/${apiName}`)}
    />
  );
});

export const ObjectEditorScreen = observer(function ObjectEditorScreen({ stores }: ScreenProps) {
  const { objectApiName = '' } = useParams();
  return <Editor key={objectApiName} stores={stores} objectApiName={objectApiName} />;
});

function Editor({ stores, objectApiName }: ScreenProps & { readonly objectApiName: string }) {
  const [query] = useSearchParams();
  const [deps] = useState(() => buildDeps(stores, objectApiName, query.get('tab')));
  useEffect(
    () =>
      stores.events.subscribe((event) => {
        deps.editor.receive(event);
        deps.schema.receive(event);
      }),
    [stores, deps],
  );
  return <ObjectEditorPage deps={deps} />;
}

function buildDeps(stores: AppStores, objectApiName: string, tab: string | null): EditorDeps {
  const { api, lookups } = stores;
  const day = today();
  return {
    editor: new ObjectEditorStore({ api, drafts: draftsOf(stores), now }, objectApiName),
    uiState: new EditorUiState(tabOf(tab)),
    schema: new MetadataSchemaStore(api),
    preview: new PreviewStore(api, (field) => lookups.options(field), day, new ExchangeRates(api)),
    versions: new VersionListStore(api, objectApiName),
    lookups,
    today: day,
    now,
  };
}
