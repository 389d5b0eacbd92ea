import type { ObjectDefinition } from '#schemas/metadata/object.ts';

/** A definition that was changed and not saved, with what the change began from. */
export interface KeptDraft {
  /** Absent for a new object. */
  readonly base?: ObjectDefinition | undefined;
  readonly current: ObjectDefinition;
  /** Milliseconds since 1970. */
  readonly savedAt: number;
}

type Keeping = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Unsaved definitions of one person in the browser's own storage. What cannot be read is no draft. */
export class DraftShelf {
  readonly #storage: Keeping;
  readonly #userId: () => string;

  constructor(storage: Keeping, userId: () => string) {
    this.#storage = storage;
    this.#userId = userId;
  }

  read(objectApiName: string): KeptDraft | undefined {
    try {
      const kept = JSON.parse(this.#storage.getItem(this.#key(objectApiName)) ?? 'null') as KeptDraft | null;
      const isDraft = kept !== null && typeof kept.savedAt === 'number' && Array.isArray(kept.current?.fields);
      return isDraft ? kept : undefined;
    } catch {
      return undefined;
    }
  }

  /** False when the browser refuses, e.g. because its storage is full. */
  keep(objectApiName: string, draft: KeptDraft): boolean {
    try {
      this.#storage.setItem(this.#key(objectApiName), JSON.stringify(draft));
      return true;
    } catch {
      return false;
    }
  }

  drop(objectApiName: string): void {
    try {
      this.#storage.removeItem(this.#key(objectApiName));
    } catch {
      // A storage that refuses to forget has nothing of ours: it refused to keep as well.
    }
  }

  #key(objectApiName: string): string {
    return `jingtu.metadata.${this.#userId()}.${objectApiName}`;
  }
}
