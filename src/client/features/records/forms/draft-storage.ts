import type { FieldValue } from '#schemas/metadata/value.ts';

/** One change that was typed but not saved: what stood there before, and what was typed. Absent means empty. */
export interface DraftChange {
  readonly before?: FieldValue;
  readonly after?: FieldValue;
}

/** What somebody typed into a form and did not save. */
export interface Draft {
  /** Version of the record that the form was filled from; 0 for a new one. */
  readonly recordVersion: number;
  /** Milliseconds since 1970. */
  readonly savedAt: number;
  readonly changes: Readonly<Record<string, DraftChange>>;
}

/** Where a draft belongs. Another person at the same browser has drafts of their own. */
export interface DraftPlace {
  readonly userId: string;
  readonly objectApiName: string;
  /** Undefined for a new record. */
  readonly id: string | undefined;
}

const keyOf = ({ userId, objectApiName, id = 'new' }: DraftPlace) => `jingtu.draft.${userId}.${objectApiName}.${id}`;

/** Drafts in the browser's own storage. What cannot be read is no draft; what cannot be kept is said by `keep`. */
export class DraftStorage {
  readonly #storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

  constructor(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) {
    this.#storage = storage;
  }

  read(place: DraftPlace): Draft | undefined {
    try {
      const draft = JSON.parse(this.#storage.getItem(keyOf(place)) ?? 'null') as Draft | null;
      return draft && typeof draft.changes === 'object' && typeof draft.recordVersion === 'number' ? draft : undefined;
    } catch {
      return undefined;
    }
  }

  /** False when the browser refuses, e.g. because its storage is full. */
  keep(place: DraftPlace, draft: Draft): boolean {
    try {
      this.#storage.setItem(keyOf(place), JSON.stringify(draft));
      return true;
    } catch {
      return false;
    }
  }

  drop(place: DraftPlace): void {
    try {
      this.#storage.removeItem(keyOf(place));
    } catch {
      // A storage that refuses to forget has nothing of ours: it refused to keep as well.
    }
  }
}
