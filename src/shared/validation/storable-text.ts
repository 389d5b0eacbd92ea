/** PostgreSQL keeps no NUL, and JSON in it no half of a surrogate pair. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;
/** Nothing of ours nests deeper; a thousand levels would only exhaust the stack of the reader. */
const MAX_DEPTH = 32;

/** Words for what cannot be kept. */
export const UNSTORABLE_MESSAGE = '含有无法保存的字符，或嵌套太深';

/** Where the first thing is that cannot be kept, as keys from the outside in; undefined when all can. */
export function unstorablePlace(value: unknown, depth = 0): string[] | undefined {
  if (typeof value === 'string') return UNSTORABLE.test(value) ? [] : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth === MAX_DEPTH) return [];
  for (const [key, entry] of Object.entries(value)) {
    if (UNSTORABLE.test(key)) return [];
    const inside = unstorablePlace(entry, depth + 1);
    if (inside) return [key, ...inside];
  }
  return undefined;
}
