import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Cell, ExportColumn } from '#server/features/records/exports/file/columns.ts';
import { packageParts, sheetNames, sheetPart } from './package-parts.ts';
import { notesSheet, sheetBytes } from './sheet.ts';

/** Rows of records that a sheet holds below its headings. */
export const MAX_SHEET_ROWS = 1_048_575;
/** The quickest: at 6 a million rows take twice as long and are a fifth smaller. */
const COMPRESSION = 1;

/** What a workbook is made of. */
export interface Book {
  readonly label: string;
  readonly columns: readonly ExportColumn[];
  readonly rows: AsyncIterable<readonly Cell[][]>;
  /** Rows there will be at most, which decides how many sheets there are. */
  readonly total: number;
  /** Rows of one sheet; MAX_SHEET_ROWS, or fewer. */
  readonly sheetRows: number;
  /** Receives rows as they are written. */
  readonly count: (rows: number) => void;
  /** What the last sheet says; asked when all rows are written. */
  readonly notes: () => readonly (readonly [string, string])[];
  readonly now: Date;
}

/** Hands rows out sheet by sheet. */
class RowFeed {
  readonly #rows: AsyncIterator<readonly Cell[][]>;
  #waiting: readonly Cell[][] = [];

  constructor(rows: AsyncIterable<readonly Cell[][]>) {
    this.#rows = rows[Symbol.asyncIterator]();
  }

  async *take(count: number): AsyncGenerator<readonly Cell[][]> {
    for (let left = count; left > 0;) {
      if (this.#waiting.length === 0) {
        const next = await this.#rows.next();
        if (next.done === true) return;
        this.#waiting = next.value;
      } else {
        const part = this.#waiting.slice(0, left);
        this.#waiting = this.#waiting.slice(left);
        left -= part.length;
        yield part;
      }
    }
  }
}

/**
 * A workbook as a stream of bytes, written while it is read: no more than a slice of rows is in memory. Rows beyond what
 * a sheet holds continue on the next. A fault in the rows destroys the stream with it; destroying the stream ends the rows.
 */
export function bookStream(book: Book): Readable {
  const sheets = Math.max(1, Math.ceil(book.total / book.sheetRows));
  const zip = new ZipFile();
  // The declared type knows only what every stream can do; it is a PassThrough.
  const output = zip.outputStream as Readable;
  const options = { compressionLevel: COMPRESSION, mtime: book.now };
  const open: Readable[] = [];
  const add = (part: string, bytes: () => AsyncIterable<Buffer> | Iterable<Buffer>) => {
    zip.addReadStreamLazy(part, options, (give) => {
      const stream = Readable.from(bytes(), { objectMode: false });
      stream.once('error', (error) => output.destroy(error));
      open.push(stream);
      give(null, stream);
    });
  };
  zip.once('error', (error: Error) => output.destroy(error));
  output.once('close', () => {
    for (const stream of open) stream.destroy();
  });
  for (const [part, text] of packageParts(sheetNames(book.label, sheets)))
    zip.addBuffer(Buffer.from(text), part, options);
  const feed = new RowFeed(book.rows);
  for (let sheet = 1; sheet <= sheets; sheet += 1) {
    add(sheetPart(sheet), () => sheetBytes(book.columns, feed.take(book.sheetRows), book.count));
  }
  add(sheetPart(sheets + 1), () => [notesSheet(book.notes())]);
  zip.end();
  return output;
}
