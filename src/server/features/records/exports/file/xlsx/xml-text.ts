/** Characters that XML 1.0 forbids or warns of, not even escaped. Line ends are settled before. */
const ILLEGAL = /(?![\t\n])\p{Cc}|[\uFFFE\uFFFF]/gu;
/** The same, what has a meaning in XML, and halves of surrogate pairs. */
const UNUSUAL = /(?![\t\n])\p{Cc}|\p{Cs}|[&<>"_\uFFFE\uFFFF]/u;
/** How spreadsheets write a character by its number; a text that looks like it must not be read as one. */
const ESCAPE_LOOKALIKE = /_(?=x[0-9A-Fa-f]{4}_)/g;

/** Text as the content of an XML element or attribute; what XML cannot hold is left out, a line ends with LF alone. */
export function xmlText(text: string): string {
  if (!UNUSUAL.test(text)) return text;
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(ILLEGAL, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replace(ESCAPE_LOOKALIKE, '_x005F_');
}
