import { setImmediate as turn } from 'node:timers/promises';
import { safeCell } from '#server/platform/files/safe-cell.ts';
import type { Cell, ExportColumn } from './columns.ts';
import { PLAIN_NUMBER } from './number-cell.ts';

const BOM = '\uFEFF';
const NEEDS_QUOTES = /[",\r\n]/;

const quoted = (text: string): string => (NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

function cellText(cell: Cell, { kind }: ExportColumn): string {
  if (cell === null) return '';
  // A number starts with a minus and is none the less no formula.
  const number = (kind === 'number' || kind === 'year' || kind === 'percent') && PLAIN_NUMBER.test(cell);
  if (number) return kind === 'percent' ? `${cell}%` : cell;
  return quoted(safeCell(cell));
}

/** One line of a CSV (RFC 4180) with its CRLF. */
export const csvLine = (cells: readonly Cell[], columns: readonly ExportColumn[]): string =>
  `${columns.map((column, index) => cellText(cells[index] ?? null, column)).join(',')}\r\n`;

/**
 * Rows as the bytes of a CSV in UTF-8 with a BOM, which Excel needs to take it for UTF-8. `count` is called with each
 * row.
 */
export async function* csvBytes(
  columns: readonly ExportColumn[],
  rows: AsyncIterable<readonly Cell[][]>,
  count: (rows: number) => void,
): AsyncGenerator<Buffer> {
  yield Buffer.from(`${BOM}${columns.map(({ heading }) => quoted(safeCell(heading))).join(',')}\r\n`);
  for await (const slice of rows) {
    const lines = slice.map((cells) => csvLine(cells, columns));
    count(lines.length);
    yield Buffer.from(lines.join(''));
    await turn();
  }
}
