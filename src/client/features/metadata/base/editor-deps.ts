import type { ComponentType } from 'react';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { FieldLookups, OptionLabels } from '#client/ui/field-types/field-type-ui.ts';
import type { DefinitionDraft } from '#client/features/metadata/draft/draft.ts';
import type { ConditionBuilderProps } from '#client/features/metadata/definition-parts/condition-button.tsx';
import type { PartWizard } from '#client/features/metadata/wizard/part-wizard.ts';
import type { WizardSample } from '#client/features/metadata/wizard/wizard-sample.ts';
import type { BackFillStore } from './back-fill-store.ts';
import type { FieldRenamingStore } from './field-renaming-store.ts';
import type { EditorUiState } from './editor-ui-state.ts';
import type { ImpactStore } from './impact-store.ts';
import type { MetadataSchemaStore } from '#client/features/metadata/definition-parts/metadata-schema-store.ts';
import type { ObjectEditorStore } from './object-editor-store.ts';
import type { PreviewStore } from './preview-store.ts';
import type { TrialStore } from '#client/features/metadata/base/trial-store.ts';
import type { VersionListStore } from './version-list-store.ts';

/** What every part of one object's editor works on; made once per editor. */
export interface EditorDeps {
  readonly editor: ObjectEditorStore;
  readonly uiState: EditorUiState;
  readonly schema: MetadataSchemaStore;
  readonly preview: PreviewStore;
  readonly impact: ImpactStore;
  readonly versions: VersionListStore;
  readonly backFills: BackFillStore;
  readonly renaming: FieldRenamingStore;
  /** Real records that rules are tried on. */
  readonly trial: TrialStore;
  /** What the answers of a wizard would show of real records. */
  readonly sampleOf: (wizard: PartWizard) => WizardSample;
  readonly lookups: FieldLookups & OptionLabels;
  /** The dialog by which conditions are put together. */
  readonly conditions?: ComponentType<ConditionBuilderProps> | undefined;
  /** The day in Asia/Shanghai, YYYY-MM-DD. */
  readonly today: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** A part of the editor that is drawn once there is a draft. */
export interface DraftProps {
  readonly deps: EditorDeps;
  readonly draft: DefinitionDraft;
}

/** A preview: the draft as it was when it last rested. */
export interface PreviewProps {
  readonly deps: EditorDeps;
  readonly object: ObjectDefinition;
}

/** Puts the layouts of a definition together with one of them changed. */
export function withLayout<Name extends keyof ObjectDefinition['layouts']>(
  object: ObjectDefinition,
  name: Name,
  layout: Partial<ObjectDefinition['layouts'][Name]>,
): ObjectDefinition {
  return { ...object, layouts: { ...object.layouts, [name]: { ...object.layouts[name], ...layout } } };
}
