import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { DraftStorage } from '#client/lib/draft-storage.ts';

/** A definition that was changed and not saved, with what the change began from. */
export interface KeptDraft {
  /** Absent for a new object. */
  readonly base?: ObjectDefinition | undefined;
  readonly current: ObjectDefinition;
  /** Milliseconds since 1970. */
  readonly savedAt: number;
}

/** Unsaved definitions of one user, by the API name of the object. */
export type KeptDrafts = DraftStorage<string, KeptDraft>;

/** The unsaved definitions in a storage of whichever user `userId` gives. */
export const keptDrafts = (storage: ConstructorParameters<typeof DraftStorage>[0], userId: () => string): KeptDrafts =>
  new DraftStorage<string, KeptDraft>(storage, {
    keyOf: (objectApiName) => `jingtu.metadata.${userId()}.${objectApiName}`,
    isDraft: ({ savedAt, current }) => typeof savedAt === 'number' && Array.isArray(current?.fields),
  });
