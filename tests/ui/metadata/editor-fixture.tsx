import { ThemeProvider } from '@mui/material/styles';
import { render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { listRecords } from '#schemas/api/records.ts';
import type { ObjectPlan } from '#schemas/api/metadata.ts';
import { type BackFillProgress, readBackFills } from '#schemas/api/back-fills.ts';
import { listObjectNames, planObject, readSavedObject, saveObject } from '#schemas/api/metadata.ts';
import { listObjectVersions, listOptionSets, readLanguage, readObjectVersion } from '#schemas/api/metadata-editing.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { languageForms } from '#generators/language/language-forms.ts';
import { plan } from '#generators/storage.ts';
import { theme } from '#client/app/shell/theme.ts';
import { keptDrafts } from '#client/features/metadata/draft/kept-drafts.ts';
import { EditorUiState } from '#client/features/metadata/base/editor-ui-state.ts';
import type { EditorDeps } from '#client/features/metadata/base/editor-deps.ts';
import { MetadataSchemaStore } from '#client/features/metadata/definition-parts/metadata-schema-store.ts';
import { ObjectEditorPage } from '#client/features/metadata/editor/object-editor-page.tsx';
import { ObjectEditorStore } from '#client/features/metadata/base/object-editor-store.ts';
import { ImpactStore } from '#client/features/metadata/base/impact-store.ts';
import { PreviewStore } from '#client/features/metadata/base/preview-store.ts';
import { TrialStore } from '#client/features/metadata/base/trial-store.ts';
import { FieldRenamingStore } from '#client/features/metadata/base/field-renaming-store.ts';
import { WizardSample } from '#client/features/metadata/wizard/wizard-sample.ts';
import { BackFillStore } from '#client/features/metadata/base/back-fill-store.ts';
import { VersionListStore } from '#client/features/metadata/base/version-list-store.ts';
import { newObject } from '#tests/support/editing.ts';
import { FakeApi, refusal } from '#tests/support/ui/fake-api.ts';
import { LOOKUPS } from '#tests/ui/records/forms/fake-server.ts';
import '#tests/ui/records/forms/no-layout.ts';

const AUTHOR = { author: 'u2', authorName: '王敏', at: '2026-11-21T03:00:00.000Z' };
const TODAY = '2026-11-21';
const NOW = Date.UTC(2026, 10, 21, 4);

/** Saves definitions in memory, refuses stale ones as the server does, and says who saved. */
export class SavedObjects {
  definition: ObjectDefinition = newObject('Company', [
    { apiName: 'name', type: 'text', label: '名称', required: true },
    { apiName: 'city', type: 'text', label: '城市', maxLength: 50 },
    { apiName: 'staffCount', type: 'integer', label: '人数' },
  ]);
  readonly api = new FakeApi();
  /** What a plan says that the change asks of records, and where what it hides is used. */
  tightened: string[] = [];
  uses: { field: string; place: string }[] = [];
  /** What records are still being given. */
  backFills: BackFillProgress[] = [];
  /** Fields that the change reads as ones of another type. */
  recasts: ObjectPlan['recasts'] = [];
  /** What the other person's version is said to have changed. */
  changes = ['字段“城市”的“帮助说明”：无 → 总部所在'];

  constructor() {
    const stale = (baseVersion: number) => {
      if (baseVersion === this.definition.version) return;
      throw refusal('CONFLICT', { ...AUTHOR, version: this.definition.version, changes: this.changes });
    };
    this.api
      .on(readLanguage, () => ({ forms: languageForms() as never }))
      .on(listObjectNames, () => [{ apiName: 'Company', label: '企业', version: 1 }])
      .on(listOptionSets, () => [])
      .on(readSavedObject, () => this.definition)
      .on(listRecords, () => ({
        layout: null,
        list: [{ id: '1', name: '星河智造' }],
        total: 1,
        totalIsExact: true,
        after: null,
      }))
      .on(planObject, ({ body }) => {
        stale(body.baseVersion);
        const { recasts, tightened, uses } = this;
        const steps = recasts.length > 0 ? [] : plan(this.definition, body.definition as ObjectDefinition);
        return { steps: [...steps], changes: ['改了一处'], tightened, uses, recasts, records: 3 };
      })
      .on(saveObject, ({ body }) => {
        stale(body.baseVersion);
        this.definition = { ...(body.definition as ObjectDefinition), version: body.baseVersion + 1 };
        return { definition: this.definition, steps: [] };
      })
      .on(readObjectVersion, () => ({
        ...AUTHOR,
        version: this.definition.version,
        label: '企业',
        changes: this.changes,
        steps: 0,
        definition: this.definition,
        storageSteps: [],
      }))
      .on(listObjectVersions, () => ({ list: [], before: null }))
      .on(readBackFills, () => this.backFills);
  }

  /** Another person saves. */
  change(change: (definition: ObjectDefinition) => void): void {
    const next = structuredClone(this.definition);
    change(next);
    this.definition = { ...next, version: this.definition.version + 1 };
  }
}

/** Storage that lives as long as the test. */
export class MemoryStorage {
  readonly entries = new Map<string, string>();
  getItem = (key: string) => this.entries.get(key) ?? null;
  setItem = (key: string, value: string) => void this.entries.set(key, value);
  removeItem = (key: string) => void this.entries.delete(key);
}

/** The stores of one editor. */
export function buildEditor(server: SavedObjects, storage = new MemoryStorage(), name = 'Company'): EditorDeps {
  const drafts = keptDrafts(storage, () => 'u1');
  const now = () => NOW;
  const editor = new ObjectEditorStore({ api: server.api, drafts, now }, name);
  return {
    editor,
    uiState: new EditorUiState(),
    schema: new MetadataSchemaStore(server.api),
    impact: new ImpactStore(server.api),
    preview: new PreviewStore(server.api, () => [], TODAY, { rate: () => undefined }),
    versions: new VersionListStore(server.api, name),
    backFills: new BackFillStore(server.api, name),
    renaming: new FieldRenamingStore(server.api, editor),
    trial: new TrialStore(server.api, name),
    sampleOf: (wizard) => new WizardSample(server.api, wizard),
    lookups: LOOKUPS,
    today: TODAY,
    now,
  };
}

/** Opens the editor's page as the app does and waits until it can be used. */
export async function openEditor(deps: EditorDeps, isWide = true) {
  window.matchMedia = (media) =>
    ({ matches: isWide, media, addEventListener: () => undefined, removeEventListener: () => undefined }) as never;
  const router = createMemoryRouter([{ path: '*', element: <ObjectEditorPage deps={deps} /> }], {
    initialEntries: ['/staff/metadata/Company'],
  });
  const view = render(
    <ThemeProvider theme={theme}>
      <RouterProvider router={router} />
    </ThemeProvider>,
  );
  await screen.findByText('添加字段');
  return view;
}
