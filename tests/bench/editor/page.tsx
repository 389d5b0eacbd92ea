import { ThemeProvider } from '@mui/material/styles';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { createHashRouter, RouterProvider } from 'react-router-dom';
import { listObjectNames, planObject, readSavedObject } from '#schemas/generated/api/metadata.ts';
import { listOptionSets, readLanguage } from '#schemas/generated/api/metadata-editing.ts';
import { listRecords } from '#schemas/generated/api/records.ts';
import { languageForms } from '#generators/language/language-forms.ts';
import { theme } from '#client/app/shell/theme.ts';
import '#client/app/shell/tokens.css';
import '#client/app/shell/shell.css';
import '#client/ui/patterns.css';
import { keptDrafts } from '#client/features/metadata/draft/kept-drafts.ts';
import { EditorUiState } from '#client/features/metadata/base/editor-ui-state.ts';
import { MetadataSchemaStore } from '#client/features/metadata/definition-parts/metadata-schema-store.ts';
import { ObjectEditorPage } from '#client/features/metadata/editor/object-editor-page.tsx';
import { ObjectEditorStore } from '#client/features/metadata/base/object-editor-store.ts';
import { PreviewStore } from '#client/features/metadata/base/preview-store.ts';
import { ImpactStore } from '#client/features/metadata/base/impact-store.ts';
import { TrialStore } from '#client/features/metadata/base/trial-store.ts';
import { FieldRenamingStore } from '#client/features/metadata/base/field-renaming-store.ts';
import type { PartWizard } from '#client/features/metadata/wizard/part-wizard.ts';
import { WizardSample } from '#client/features/metadata/wizard/wizard-sample.ts';
import { BackFillStore } from '#client/features/metadata/base/back-fill-store.ts';
import { VersionListStore } from '#client/features/metadata/base/version-list-store.ts';
import { FakeApi } from '#tests/support/ui/fake-api.ts';
import { largeObject } from './large-object.ts';

declare global {
  interface Window {
    /** Opens the editor; milliseconds until the first frame that shows its fields is done. */
    openEditor?: () => Promise<number>;
  }
}

const definition = largeObject(Number(new URLSearchParams(location.search).get('fields')));
const root = document.getElementById('root') as HTMLElement;
const forms = languageForms() as never;
const api = new FakeApi()
  .on(readLanguage, () => ({ forms }))
  .on(listObjectNames, () => [{ apiName: 'Large', label: '大对象', version: 1 }])
  .on(listOptionSets, () => [])
  .on(readSavedObject, () => structuredClone(definition))
  .on(planObject, () => ({ steps: [], changes: ['改了一处'], tightened: [], uses: [], recasts: [], records: 0 }))
  .on(listRecords, () => ({
    layout: null,
    list: [{ id: '1', f0: '星河智造' }],
    total: 1,
    totalIsExact: true,
    after: null,
  }));
const lookups = {
  options: (field: { selectOptions?: never[] }) => field.selectOptions ?? [],
  searchRecords: () => Promise.resolve([]),
  label: (_set: string, value: string) => value,
  path: () => [],
} as never;

function deps() {
  const drafts = keptDrafts(localStorage, () => 'u1');
  const now = () => Date.UTC(2026, 10, 21);
  const editor = new ObjectEditorStore({ api, drafts, now }, 'Large');
  return {
    editor,
    uiState: new EditorUiState(),
    schema: new MetadataSchemaStore(api),
    preview: new PreviewStore(api, () => [], '2026-11-21', { rate: () => undefined }),
    versions: new VersionListStore(api, 'Large'),
    backFills: new BackFillStore(api, 'Large'),
    renaming: new FieldRenamingStore(api, editor),
    trial: new TrialStore(api, 'Large'),
    sampleOf: (wizard: PartWizard) => new WizardSample(api, wizard),
    impact: new ImpactStore(api),
    lookups,
    today: '2026-11-21',
    now,
  };
}

window.openEditor = () =>
  new Promise((resolve) => {
    const before = performance.now();
    flushSync(() =>
      createRoot(root).render(
        <ThemeProvider theme={theme}>
          <RouterProvider router={createHashRouter([{ path: '*', element: <ObjectEditorPage deps={deps()} /> }])} />
        </ThemeProvider>,
      ),
    );
    // Opened means that the fields and the form beside them are there: the task after the frame that shows both.
    const look = () => {
      if (document.querySelector('.meta-table tbody tr') && document.querySelector('.meta-preview .jt-field')) {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now() - before);
        port2.postMessage(null);
      } else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
