import { CsvTokenizer } from './csv-tokenizer.ts';
import type { Limits } from './limits.ts';

const CANDIDATES = [',', '\t', ';', '|', '，', '\u0001'];
const ROWS_LOOKED_AT = 50;

/**
 * The delimiter of a CSV file, detected from its beginning: the one that cuts most rows into as many cells as the first
 * row, and into the most cells among equals. A comma when nothing cuts.
 */
export function detectDelimiter(head: string, quote: string, limits: Limits): string {
  let best = { delimiter: ',', score: 0 };
  for (const delimiter of CANDIDATES) {
    const widths: number[] = [];
    const tokenizer = new CsvTokenizer({ delimiter, quote }, limits, (record) => widths.push(record.cells.length));
    tokenizer.push(head);
    // The last row of the head may be cut off; it counts only when it is the only one.
    if (widths.length === 0) tokenizer.end();
    const rows = widths.slice(0, ROWS_LOOKED_AT);
    const width = rows[0] ?? 1;
    const alike = rows.filter((found) => found === width).length / Math.max(rows.length, 1);
    const score = width > 1 ? alike * 1000 + Math.min(width, 999) / 1000 : 0;
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}
