const KEY = 'jingtu.chat.emoji';
/** As many as fit in one row. */
const MOST = 8;

/** The emoji used last, the latest first; none where the browser keeps nothing. */
export function recentEmoji(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((sign) => typeof sign === 'string').slice(0, MOST) : [];
  } catch {
    return [];
  }
}

/** Remembers that an emoji was used. */
export function rememberEmoji(sign: string): void {
  try {
    localStorage.setItem(
      KEY,
      JSON.stringify([sign, ...recentEmoji().filter((other) => other !== sign)].slice(0, MOST)),
    );
  } catch {
    // A full or closed storage costs the recent row, nothing else.
  }
}
