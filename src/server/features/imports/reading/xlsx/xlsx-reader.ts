import { Failure } from '#shared/errors.ts';
import { headings, positions } from '#server/features/imports/reading/headings.ts';
import type { Limits } from '#server/features/imports/reading/limits.ts';
import type { RawRow, RowReader } from '#server/features/imports/reading/raw-row.ts';
import { columnOf, SheetRows } from './sheet-rows.ts';
import { readWorkbook } from './workbook.ts';
import { parseXml } from './xml.ts';
import { openParts } from './zip.ts';

/** Opens one sheet of an XLSX. `header` is the row of the headings, 0 where there are none. */
export async function openXlsx(
  path: string,
  sheet: string | number | undefined,
  header: number,
  limits: Limits,
): Promise<RowReader> {
  const zip = await openParts(path, limits);
  try {
    const book = await readWorkbook(zip, sheet, limits);
    let done = 0;
    let found: RawRow[] = [];
    const rows = new SheetRows(book, limits, (row) => found.push(row));
    const chunks = parseXml(
      zip.read(book.sheetPart, (bytes) => (done = bytes)),
      book.sheetPart,
      rows,
    );

    /** Rows of the next chunk that has any; none at the end of the sheet. */
    const read = async (): Promise<RawRow[]> => {
      for (;;) {
        const { done: ended } = await chunks.next();
        const rest = found;
        found = [];
        if (rest.length > 0 || ended) return rest;
      }
    };

    let waiting = await read();
    for (let more = waiting; more.length > 0 && (waiting.at(-1)?.row ?? 0) < header; waiting = [...waiting, ...more]) {
      more = await read();
    }
    const heading = waiting.find((row) => row.row === header);
    if (header > 0 && !heading) throw new Failure('INVALID_BODY', `工作表没有第 ${header} 行，找不到表头`);
    const columns = heading ? headings(heading.cells) : positions(waiting[0]?.cells.length ?? 0);
    const named = (row: RawRow): RawRow => {
      const position = columnOf(row.fault?.column);
      const column = columns[position - 1];
      return row.fault && column ? { ...row, fault: { ...row.fault, column } } : row;
    };
    return {
      columns,
      progress: () => ({ done, total: zip.size(book.sheetPart) }),
      async *batches() {
        const first = waiting.filter((row) => row.row > header);
        if (first.length > 0) yield first.map((row) => named(row));
        for (let batch = await read(); batch.length > 0; batch = await read()) yield batch.map((row) => named(row));
      },
      close: async () => {
        await chunks.return(undefined);
        zip.close();
      },
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}
