type Storing = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

interface DraftKind<Place, Kept> {
  /** The key in the storage; it holds the user's id, because another user at the same browser has drafts of their own. */
  readonly keyOf: (place: Place) => string;
  /** True for what has the shape of a draft. What cannot be read is no draft. */
  readonly isDraft: (kept: Partial<Kept>) => boolean;
}

/** Unsaved work of one kind in the browser's own storage. */
export class DraftStorage<Place, Kept> {
  readonly #storage: Storing;
  readonly #kind: DraftKind<Place, Kept>;

  constructor(storage: Storing, kind: DraftKind<Place, Kept>) {
    this.#storage = storage;
    this.#kind = kind;
  }

  read(place: Place): Kept | undefined {
    try {
      const kept = JSON.parse(this.#storage.getItem(this.#kind.keyOf(place)) ?? 'null') as Kept | null;
      return kept !== null && this.#kind.isDraft(kept) ? kept : undefined;
    } catch {
      return undefined;
    }
  }

  /** False when the browser refuses, e.g. because its storage is full. */
  keep(place: Place, draft: Kept): boolean {
    try {
      this.#storage.setItem(this.#kind.keyOf(place), JSON.stringify(draft));
      return true;
    } catch {
      return false;
    }
  }

  drop(place: Place): void {
    try {
      this.#storage.removeItem(this.#kind.keyOf(place));
    } catch {
      // A storage that refuses to forget has nothing of ours: it refused to keep as well.
    }
  }
}
