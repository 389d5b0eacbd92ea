type Storing = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** Version of what this client keeps in the browser (SPEC §9). Raise it with a step below when a key or its content changes. */
export const STORE_VERSION = '1.8.1';
const VERSION_KEY = 'jingtu.version';
const PREFIX = 'jingtu.';
/** What a user typed and did not save or send yet: no version of the product drops it. */
const TYPED = /^jingtu\.(?:draft|metadata|unsent|chat\.draft)\./;

/** Keys of the time before versions, and what they are called now. */
const MOVED: Readonly<Record<string, string>> = { 'chat.emoji': 'jingtu.chat.emoji', 'visit-way': 'jingtu.visit-way' };

/**
 * Brings what an older client kept up to this version. What another version wrote, of which this client knows no way here, is
 * dropped but for drafts: a choice made again is better than a page that breaks on its own memory.
 */
export function openStoredState(storage: Storing): void {
  try {
    const version = storage.getItem(VERSION_KEY);
    if (version === STORE_VERSION) return;
    if (version === null) move(storage);
    else drop(storage);
    storage.setItem(VERSION_KEY, STORE_VERSION);
  } catch {
    // A browser that keeps nothing has nothing to bring up to date.
  }
}

function move(storage: Storing): void {
  for (const [old, now] of Object.entries(MOVED)) {
    const kept = storage.getItem(old);
    if (kept === null) continue;
    if (storage.getItem(now) === null) storage.setItem(now, kept);
    storage.removeItem(old);
  }
}

function drop(storage: Storing): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  for (const key of keys) if (key.startsWith(PREFIX) && !TYPED.test(key)) storage.removeItem(key);
}
