/** Counts from here on are not shown in figures. */
const BOUND = 100;

/** How many are unread, as a badge says it: the number below 100, otherwise an ellipsis; '' for none. */
export function unreadWords(count: number): string {
  if (count <= 0) return '';
  return count < BOUND ? String(count) : '…';
}
