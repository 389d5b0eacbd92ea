/** What a spreadsheet would take for a formula when it opens a CSV. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** A text that no spreadsheet runs: one that would start a formula gets an apostrophe in front. Other text is unchanged. */
export function safeCell(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}
