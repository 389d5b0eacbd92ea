import type { FieldValue } from '#schemas/metadata/value.ts';
import { DraftStorage } from '#client/lib/draft-storage.ts';

/** One change that was typed but not saved: the value before it, and what was typed. Absent means empty. */
export interface DraftChange {
  readonly before?: FieldValue;
  readonly after?: FieldValue;
}

/** What a user typed into a form and did not save. */
interface Draft {
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

export type RecordDrafts = DraftStorage<DraftPlace, Draft>;

/** The unsaved records in a storage. */
export const recordDrafts = (storage: ConstructorParameters<typeof DraftStorage>[0]): RecordDrafts =>
  new DraftStorage<DraftPlace, Draft>(storage, {
    keyOf: ({ userId, objectApiName, id = 'new' }) => `jingtu.draft.${userId}.${objectApiName}.${id}`,
    isDraft: ({ changes, recordVersion }) => typeof changes === 'object' && typeof recordVersion === 'number',
  });
