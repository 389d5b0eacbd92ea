const PREFIX = 'jingtu.chat.draft.';

/** Where the drafts of one person begin in the browser's storage. */
export const draftPrefix = (me: string): string => `${PREFIX}${me}.`;

/** Forgets drafts: those of one person, or everybody's. */
export function forgetDrafts(storage: Pick<Storage, 'key' | 'length' | 'removeItem'>, me?: string): void {
  const prefix = me === undefined ? PREFIX : draftPrefix(me);
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index));
  for (const key of keys) if (key?.startsWith(prefix)) storage.removeItem(key);
}
