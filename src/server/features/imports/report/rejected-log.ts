import { type FileHandle, open } from 'node:fs/promises';
import { stringify } from 'csv-stringify/sync';
import { LIST_MARK, type RawRow } from '#server/features/imports/reading/raw-row.ts';
import type { Fault } from '#server/features/imports/transform/prepare-row.ts';
import type { ImportMapping } from '#schemas/metadata/import-mapping.ts';
import { safeCell } from '#server/platform/files/safe-cell.ts';

const BOM = '\uFEFF';
const HEADINGS = ['行号', '文件行', '拒绝范围', '列', '字段', '原值', '原因'];
const LONGEST_VALUE = 1000;
const END = '\r\n';

/** How the list is written. */
interface ListShape {
  readonly columns: readonly string[];
  /** Row of the headings, 0 for none. */
  readonly header: number;
  readonly delimiter: string;
  /** One character, or '' for none. */
  readonly quote: string;
  /** The separator of the entries of a list in the column at this place. */
  readonly listMark: (place: number) => string;
}

const USUAL_MARK = '、';
const MARKS = [USUAL_MARK, '；', ';', ',', '|', '/', ' ', '\n'];

/** A list that a mapping reads again, for a file with these columns. */
export function listShape(mapping: ImportMapping, columns: readonly string[]): ListShape {
  const marks = columns.map((name) => {
    const split = mapping.fields.find(({ column, columns: several }) =>
      [column, ...(several ?? [])].includes(name),
    )?.split;
    if (typeof split !== 'object') return split ?? USUAL_MARK;
    const pattern = new RegExp(split.pattern, 'u');
    return MARKS.find((mark) => pattern.test(mark)) ?? USUAL_MARK;
  });
  const { header = 1, delimiter = ',', quote = '"' } = mapping;
  return { columns, header, delimiter, quote, listMark: (place) => marks[place] ?? USUAL_MARK };
}

/**
 * rejected.csv: every row of which something was not kept, as the file has it, and behind its cells where, what and why.
 * It is written as the mapping reads files, so that it can be corrected by hand and imported with the same mapping.
 */
export class RejectedLog {
  readonly #file: FileHandle;
  readonly #shape: ListShape;
  #bytes: number;
  #lines: string[][] = [];

  private constructor(file: FileHandle, bytes: number, shape: ListShape) {
    this.#file = file;
    this.#shape = shape;
    this.#bytes = bytes;
  }

  /** Opens the list, cut back to `bytes`; 0 begins it again. Undefined when it is shorter than that. */
  static async open(path: string, bytes: number, shape: ListShape): Promise<RejectedLog | undefined> {
    const file = await open(path, bytes === 0 ? 'w' : 'r+').catch(() => undefined);
    if (!file) return undefined;
    if ((await file.stat()).size < bytes) {
      await file.close();
      return undefined;
    }
    const log = new RejectedLog(file, bytes, shape);
    await file.truncate(bytes);
    if (bytes === 0) await log.#append(log.#head());
    return log;
  }

  /** Bytes of the list that are on the disk. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Notes what was refused of one row; `whole` when nothing of the row was kept. */
  add({ row, line, cells }: RawRow, whole: boolean, faults: readonly Fault[]): void {
    if (faults.length === 0) return;
    const { columns, listMark, quote } = this.#shape;
    const own = columns.map((_column, place) => (cells[place] ?? '').replaceAll(LIST_MARK, listMark(place)));
    // One fault a line of its cell, side by side in all four.
    const mark = quote === '' ? '；' : '\n';
    const told = (text: (fault: Fault) => string) =>
      faults.map((fault) => text(fault).replaceAll(/\s*[\r\n]+\s*/g, ' ')).join(mark);
    this.#lines.push([
      ...own,
      String(row),
      line > 0 ? String(line) : '',
      whole ? '整行' : '值',
      told((fault) => fault.column),
      told((fault) => fault.field),
      told((fault) => fault.value.slice(0, LONGEST_VALUE)),
      told((fault) => fault.reason),
      // Cells beyond the last heading, for which the row was refused.
      ...cells.slice(columns.length),
    ]);
  }

  /** Writes what was noted and waits until the disk has it. */
  async flush(): Promise<void> {
    if (this.#lines.length === 0) return;
    const lines = this.#lines;
    this.#lines = [];
    await this.#append(this.#written(lines));
  }

  /** Forgets what was noted or written after `bytes`. */
  async cutBack(bytes: number): Promise<void> {
    this.#lines = [];
    this.#bytes = bytes;
    await this.#file.truncate(bytes);
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  #head(): string {
    const { columns, header } = this.#shape;
    if (header === 0) return BOM;
    return BOM + END.repeat(header - 1) + this.#written([[...columns, ...HEADINGS]]);
  }

  #written(lines: readonly (readonly string[])[]): string {
    const { delimiter, quote } = this.#shape;
    const safe = lines.map((cells) => cells.map((cell) => safeCell(cell)));
    if (quote !== '') {
      // A line break of any kind ends a row for readers of CSV, not only the one that ends ours.
      const form = { delimiter, quote, escape: quote, quoted_match: /[\r\n]/, record_delimiter: 'windows' } as const;
      return stringify(safe, form);
    }
    // Where quotation marks are ordinary text nothing can hold a cell together.
    return safe.map((cells) => cells.map((cell) => cell.replaceAll(delimiter, ' ')).join(delimiter) + END).join('');
  }

  async #append(text: string): Promise<void> {
    const data = Buffer.from(text, 'utf8');
    await this.#file.write(data, 0, data.length, this.#bytes);
    await this.#file.sync();
    this.#bytes += data.length;
  }
}
