/** Signs by which a spreadsheet takes a cell for a formula, as ASCII and in full width. */
const FORMULA_SIGNS = new Set('=+-@＝＋－＠');
/**
 * What begins a new cell where a file is opened with another separator than its own: quotation marks that are not at
 * the beginning of a cell do not quote it.
 */
const SEPARATORS = new Set(',;|');
const BREAKS = new Set('\t\r\n');
/** What may come between the beginning of a cell and such a sign. */
const PASSED_OVER = /[\s"']/;
const GUARD = "'";
/** A tab or a line break at the beginning of a cell is dropped by some, and the rest of the cell read again. */
const LEADING_BREAK = /^'*[\t\r\n]/;

/** Where cells might begin that a spreadsheet would run, as indexes into the text; one pass. */
function formulaStarts(text: string): Set<number> {
  const starts = new Set<number>();
  let open = [0];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (SEPARATORS.has(sign)) open = [at + 1];
    else if (open.length === 0 && !BREAKS.has(sign)) continue;
    else if (FORMULA_SIGNS.has(sign)) {
      for (const start of open) starts.add(start);
      open = [];
    } else if (BREAKS.has(sign)) open.push(at + 1);
    else if (!PASSED_OVER.test(sign)) open = [];
  }
  if (LEADING_BREAK.test(text)) starts.add(0);
  return starts;
}

/**
 * A text that no spreadsheet runs, whatever separator it opens the file with: an apostrophe precedes all that could
 * begin a formula. Other text is unchanged. `plainCell` gives the text back.
 */
export function safeCell(text: string): string {
  const starts = formulaStarts(text);
  if (starts.size === 0) return text;
  let safe = '';
  for (let at = 0; at < text.length; at += 1) safe += starts.has(at) ? GUARD + text[at] : text[at];
  return safe;
}

/** The text that `safeCell` made a cell of: without its apostrophes. */
export function plainCell(cell: string): string {
  if (!cell.includes(GUARD)) return cell;
  const starts = formulaStarts(cell);
  let plain = '';
  for (let at = 0; at < cell.length; at += 1) if (cell[at] !== GUARD || !starts.has(at)) plain += cell[at];
  return plain;
}
