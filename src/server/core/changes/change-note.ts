/** Why records are written, for those who follow the changes. */
export interface ChangeNote {
  /** `user`, `import`, `bulk`, `merge`, `undo`, `sample`, `package`, `correction`, `rates`, `metadata`, `derived`: what wrote. */
  readonly cause: string;
  /** No news: subscribers are not notified, those who keep a copy read it like any other change. */
  readonly quiet: boolean;
  /** The values follow from other records. */
  readonly derived?: boolean;
}

/** A write that is news. */
export const BY_USER: ChangeNote = { cause: 'user', quiet: false };
/** Amounts that follow the exchange rates. */
export const BY_RATES: ChangeNote = { cause: 'rates', quiet: true, derived: true };
/** Values that follow from a changed definition. */
export const BY_METADATA: ChangeNote = { cause: 'metadata', quiet: true, derived: true };

/** Origins whose writes are no news: they bring in bulk what has happened before, tidy up, or take that back. */
const QUIET: ReadonlySet<string> = new Set(['import', 'bulk', 'merge', 'undo', 'sample', 'shipped', 'package']);
const USERS: ReadonlySet<string> = new Set(['form', 'api', 'delete']);

/** The note of a write by its origin, as the history of records names it; `isNews` where its writer wants it to be. */
export function noteOf(origin: string, isNews = false): ChangeNote {
  const [head = ''] = origin.split(':');
  return { cause: USERS.has(head) ? 'user' : head, quiet: QUIET.has(head) && !isNews };
}

/**
 * The note of values that are worked out again. What follows from many records at once, as an import writes them, is no
 * more news than they are; the cause of a single one names it (`InsightTransaction#123`).
 */
export const derivedNote = (cause: string | null | undefined): ChangeNote => ({
  cause: 'derived',
  quiet: !cause?.includes('#'),
  derived: true,
});
