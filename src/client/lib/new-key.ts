/** A key of 32 hex digits; works where the page is not in a secure context, as `crypto.randomUUID` does not. */
export function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
