import type { FieldValue } from '#schemas/metadata/value.ts';
import { DraftStorage } from '#client/lib/draft-storage.ts';

/** One change that was typed but not saved: the value before it, and what was typed. Absent means empty. */
export interface DraftChange {
  readonly before?: FieldValue;
  readonly after?: FieldValue;
}

/** What a user typed into a form and did not save. */
export interface KeptDraft {
  /** Version of the record that the form was filled from; 0 for a new one. */
  readonly recordVersion: number;
  /** Milliseconds since 1970. */
  readonly savedAt: number;
  readonly changes: Readonly<Record<string, DraftChange>>;
}

/** Where a draft belongs. */
export interface DraftPlace {
  readonly userId: string;
  readonly objectApiName: string;
  /** Undefined for a new record. */
  readonly id: string | undefined;
}

export type RecordDrafts = DraftStorage<DraftPlace, KeptDraft>;

/** The unsaved records in a storage. */
export const recordDrafts = (storage: ConstructorParameters<typeof DraftStorage>[0]): RecordDrafts =>
  new DraftStorage<DraftPlace, KeptDraft>(storage, {
    keyOf: ({ userId, objectApiName, id = 'new' }) => `jingtu.draft.${userId}.${objectApiName}.${id}`,
    isDraft: ({ changes, recordVersion }) => typeof changes === 'object' && typeof recordVersion === 'number',
  });

/** Where the draft of one form is kept. */
export interface FormDraft {
  readonly read: () => KeptDraft | undefined;
  /** False where it is not kept, because the browser refuses. */
  readonly keep: (
    changes: KeptDraft['changes'],
    at: { readonly recordVersion: number; readonly savedAt: number },
  ) => boolean;
  readonly drop: () => void;
  /** What is encrypted at the server may be in it. */
  readonly holdsSealed?: boolean;
}

/** The draft of one form in the storage of the browser. */
export const draftInBrowser = (drafts: RecordDrafts, place: DraftPlace): FormDraft => ({
  read: () => drafts.read(place),
  keep: (changes, at) => drafts.keep(place, { ...at, changes }),
  drop: () => drafts.drop(place),
});
