/** Length of a text in code points, as JSON Schema and CEL count it: 𠮷 is one. A lone surrogate is one as well. */
export function codePoints(text: string): number {
  let count = text.length;
  for (let at = 1; at < text.length; at += 1) {
    if ((text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800) {
      count -= 1;
      at += 1;
    }
  }
  return count;
}
