/** Nothing to see: space of any kind, and characters that are drawn as nothing, such as a zero-width space. */
const INVISIBLE = /^[\s\p{Default_Ignorable_Code_Point}\p{Cc}]*$/u;

/**
 * Is there nothing to see in a text? Most texts begin with a letter or an ideogram, and only what begins with another
 * character needs the longer look.
 */
export function isBlankText(text: string): boolean {
  const first = text.charCodeAt(0);
  if ((first > 32 && first < 127) || (first >= 0x4e00 && first < 0xa000)) return false;
  return INVISIBLE.test(text);
}
