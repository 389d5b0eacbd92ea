import { type FileHandle, open } from 'node:fs/promises';
import { stringify } from 'csv-stringify/sync';
import type { RawRow } from '#server/lib/import/reading/raw-row.ts';
import type { Fault } from '#server/lib/import/transform/prepare-row.ts';
import { safeCell } from '#server/lib/safe-cell.ts';

const BOM = '\uFEFF';
const HEADINGS = ['行号', '文件行', '拒绝范围', '列', '字段', '原值', '原因', '整行'];
const LONGEST_VALUE = 1000;
const LONGEST_ROW = 20_000;

/** rejected.csv: every row and value that was not kept, with where, what and why. */
export class RejectedLog {
  readonly #file: FileHandle;
  #bytes: number;
  #lines: string[][] = [];

  private constructor(file: FileHandle, bytes: number) {
    this.#file = file;
    this.#bytes = bytes;
  }

  /** Opens the list, cut back to `bytes`; 0 begins it anew. Undefined when it is shorter than that. */
  static async open(path: string, bytes: number): Promise<RejectedLog | undefined> {
    const file = await open(path, bytes === 0 ? 'w' : 'r+').catch(() => undefined);
    if (!file) return undefined;
    if ((await file.stat()).size < bytes) {
      await file.close();
      return undefined;
    }
    const log = new RejectedLog(file, bytes);
    await file.truncate(bytes);
    if (bytes === 0) await log.#append(BOM + stringify([HEADINGS], { record_delimiter: 'windows' }));
    return log;
  }

  /** Bytes of the list that are on the disk. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Notes what was refused of one row; `whole` when nothing of the row was kept. */
  add(row: RawRow, whole: boolean, faults: readonly Fault[]): void {
    for (const [index, fault] of faults.entries()) {
      this.#lines.push([
        String(row.row),
        row.line > 0 ? String(row.line) : '',
        whole ? '整行' : '值',
        safeCell(fault.column),
        safeCell(fault.field),
        safeCell(fault.value.slice(0, LONGEST_VALUE)),
        safeCell(fault.reason),
        whole && index === 0 ? JSON.stringify(row.cells).slice(0, LONGEST_ROW) : '',
      ]);
    }
  }

  /** Writes what was noted and waits until the disk has it. */
  async flush(): Promise<void> {
    if (this.#lines.length === 0) return;
    const lines = this.#lines;
    this.#lines = [];
    await this.#append(stringify(lines, { record_delimiter: 'windows' }));
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

  async #append(text: string): Promise<void> {
    const data = Buffer.from(text, 'utf8');
    await this.#file.write(data, 0, data.length, this.#bytes);
    await this.#file.sync();
    this.#bytes += data.length;
  }
}
