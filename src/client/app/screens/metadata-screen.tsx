import { keptDrafts } from '#client/features/metadata/draft/kept-drafts.ts';
import { EditorUiState, tabOf } from '#client/features/metadata/base/editor-ui-state.ts';
import type { EditorDeps } from '#client/features/metadata/base/editor-deps.ts';
import { MetadataSchemaStore } from '#client/features/metadata/definition-parts/metadata-schema-store.ts';
import { NavigationStore } from '#client/features/metadata/editor/navigation-store.ts';
import { ObjectEditorPage } from '#client/features/metadata/editor/object-editor-page.tsx';
import { ObjectEditorStore } from '#client/features/metadata/base/object-editor-store.ts';
import { ObjectListPage } from '#client/features/metadata/editor/object-list-page.tsx';
import { ObjectListStore } from '#client/features/metadata/editor/object-list-store.ts';
import { AuditPage } from '#client/features/metadata/history/audit-page.tsx';
import { AuditStore } from '#client/features/metadata/history/audit-store.ts';
import { OptionSetListStore } from '#client/features/metadata/options/option-set-list-store.ts';
import { OptionSetPage } from '#client/features/metadata/options/option-set-page.tsx';
import { OptionSetStore } from '#client/features/metadata/options/option-set-store.ts';
import { OptionSetsPage } from '#client/features/metadata/options/option-sets-page.tsx';
import { PackagePage } from '#client/features/metadata/packages/package-page.tsx';
import { PackageStore } from '#client/features/metadata/packages/package-store.ts';
import { ImpactStore } from '#client/features/metadata/base/impact-store.ts';
import { PreviewStore } from '#client/features/metadata/base/preview-store.ts';
import { FieldRenamingStore } from '#client/features/metadata/base/field-renaming-store.ts';
import { BackFillStore } from '#client/features/metadata/base/back-fill-store.ts';
import { TrialStore } from '#client/features/metadata/base/trial-store.ts';
import { WizardSample } from '#client/features/metadata/wizard/wizard-sample.ts';
import { VersionListStore } from '#client/features/metadata/base/version-list-store.ts';
import { every } from '#client/lib/every.ts';
import { ExchangeRates } from '#client/lib/exchange-rates.ts';
import { conditionBuilder } from './condition-builder.tsx';
import { hear, screen } from '#client/app/base/screen.tsx';
import type { AppStores } from '#client/app/base/stores.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';

// The staff's own screens: loaded when one of them is opened and not before.

/** How often a back-fill is asked how far it is. */
const FILL_PACE_MS = 3000;

const now = () => Date.now();
const today = () => shanghaiDay(new Date());

const draftsOf = ({ session }: AppStores) => keptDrafts(window.localStorage, () => session.profile?.uid ?? '');

export const ObjectListScreen = screen(
  (stores) => ({
    store: new ObjectListStore(stores.api, draftsOf(stores), now),
    navigation: new NavigationStore(stores.api),
  }),
  (parts, _stores, { goTo }) => <ObjectListPage {...parts} onOpen={(apiName) => goTo(`/staff/metadata/${apiName}`)} />,
  { start: ({ store }, { events }) => hear(events, store) },
);

export const ObjectEditorScreen = screen(
  (stores, { params: { objectApiName = '' }, query }): EditorDeps => {
    const { api, lookups } = stores;
    const day = today();
    const editor = new ObjectEditorStore({ api, drafts: draftsOf(stores), now }, objectApiName);
    return {
      editor,
      uiState: new EditorUiState(tabOf(query.get('tab'))),
      schema: new MetadataSchemaStore(api),
      preview: new PreviewStore(api, (field) => lookups.options(field), day, new ExchangeRates(api)),
      impact: new ImpactStore(api),
      versions: new VersionListStore(api, objectApiName),
      backFills: new BackFillStore(api, objectApiName),
      renaming: new FieldRenamingStore(api, editor),
      trial: new TrialStore(api, objectApiName),
      sampleOf: (wizard) => new WizardSample(api, wizard),
      lookups,
      conditions: conditionBuilder(stores),
      today: day,
      now,
    };
  },
  (deps) => <ObjectEditorPage deps={deps} />,
  {
    subject: ({ params }) => params['objectApiName'],
    start: ({ editor, schema, backFills }, { events }) => {
      const stops = [hear(events, editor, schema), every(FILL_PACE_MS, backFills.follow)];
      return () => stops.forEach((stop) => stop());
    },
  },
);

/** All option sets. */
export const OptionSetsScreen = screen(
  ({ api }) => new OptionSetListStore(api),
  (store) => <OptionSetsPage store={store} />,
  { start: (store, { events }) => hear(events, store) },
);

const SET_NAME = /^[a-z][A-Za-z0-9]{0,39}$/;

/** The options of one set. */
export const OptionSetScreen = screen(
  ({ api }, { params: { name = '' } }) => new OptionSetStore(api, name),
  (store) => <OptionSetPage store={store} />,
  {
    subject: ({ params: { name } }) => SET_NAME.exec(name ?? '')?.[0],
    start: (store, { events }) => hear(events, store),
  },
);

/** Who changed what. */
export const AuditScreen = screen(
  ({ api }) => ({ store: new AuditStore(api), sets: new OptionSetListStore(api) }),
  ({ store, sets }, { catalog }) => (
    <AuditPage
      store={store}
      subjects={[
        ...(catalog.objects ?? []).map(({ apiName, label }) => ({ kind: 'object' as const, name: apiName, label })),
        ...(sets.saved.value ?? []).map(({ name, label }) => ({ kind: 'optionSet' as const, name, label })),
      ]}
    />
  ),
  {
    start: ({ store, sets }, { events }) => {
      void sets.load();
      return hear(events, store, sets);
    },
  },
);

/** Metadata as files, in and out. */
export const PackageScreen = screen(
  ({ api }) => new PackageStore(api),
  (store, { catalog }) => <PackagePage store={store} objects={catalog.objects ?? []} />,
  { start: (store, { events }) => hear(events, store) },
);
