import { setImmediate as turn } from 'node:timers/promises';
import type { Cell, ExportColumn } from '#server/features/records/exports/file/columns.ts';
import { sheetCell, textCell } from './sheet-cell.ts';
import { STYLE } from './styles.ts';

const HEAD =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">';
/** A character of the standard font is about so many pixels wide. */
const CHARACTER = 7;
const FROZEN =
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/></sheetView></sheetViews>';

/** Letters of a column from 0: 0 → `A`, 26 → `AA`. */
export function columnLetters(index: number): string {
  let letters = '';
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return letters;
}

const columnWidths = (widths: readonly number[]): string =>
  `<cols>${widths.map((width, index) => `<col min="${index + 1}" max="${index + 1}" width="${(width / CHARACTER).toFixed(1)}" customWidth="1"/>`).join('')}</cols>`;

/**
 * One sheet of records: a bold heading row that stays in place, the rows, a filter over all. `count` is called with
 * them.
 */
export async function* sheetBytes(
  columns: readonly ExportColumn[],
  rows: AsyncIterable<readonly Cell[][]>,
  count: (rows: number) => void,
): AsyncGenerator<Buffer> {
  const letters = columns.map((_, index) => columnLetters(index));
  const kinds = columns.map(({ kind }) => kind);
  const headings = columns.map(({ heading }, index) => textCell(heading, `${letters[index]}1`, STYLE.heading));
  const widths = columnWidths(columns.map(({ width }) => width));
  yield Buffer.from(`${HEAD}${FROZEN}${widths}<sheetData><row r="1">${headings.join('')}</row>`);
  let number = 1;
  for await (const slice of rows) {
    let text = '';
    for (const cells of slice) {
      number += 1;
      text += `<row r="${number}">`;
      for (const [index, kind] of kinds.entries())
        text += sheetCell(cells[index] ?? null, kind, `${letters[index]}${number}`);
      text += '</row>';
    }
    count(slice.length);
    yield Buffer.from(text);
    await turn();
  }
  const last = letters.at(-1) ?? 'A';
  yield Buffer.from(`</sheetData><autoFilter ref="A1:${last}${number}"/></worksheet>`);
}

/** A small sheet of two columns: what is said, and what of it. */
export function notesSheet(notes: readonly (readonly [string, string])[]): Buffer {
  const rows = notes.map(
    ([name, text], index) =>
      `<row r="${index + 1}">${textCell(name, `A${index + 1}`, STYLE.heading)}${textCell(text, `B${index + 1}`)}</row>`,
  );
  return Buffer.from(`${HEAD}${columnWidths([120, 700])}<sheetData>${rows.join('')}</sheetData></worksheet>`);
}
