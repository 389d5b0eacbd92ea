/** Separates the parts of a list inside one cell, as JSON lines have them; U+001F was made for this. */
export const LIST_MARK = '\u001F';

/** One row as the file has it, before anything is understood. */
export interface RawRow {
  /** The number a person sees in a spreadsheet: every record counts one, the headings too. */
  readonly row: number;
  /** Line of the text file on which the record starts; 0 where the format has no lines. */
  readonly line: number;
  /** Texts in the order of `RowReader.columns`; may be shorter or longer than that. */
  readonly cells: readonly string[];
  /** The row as it is written, where `cells` are only what is wanted of it. */
  readonly text?: string;
  /** Why the row as a whole cannot be used, and the column it shows in where there is one. */
  readonly fault?: { readonly column: string; readonly value: string; readonly reason: string };
  /** Cells that hold no text but a fault of the spreadsheet, by index: `#DIV/0!`. */
  readonly cellFaults?: ReadonlyMap<number, string>;
}

/** How far a reader is, in bytes of the file (or of the sheet inside it). */
export interface Progress {
  readonly done: number;
  readonly total: number;
}

/** A file opened for one reading, from the first row to the last. */
export interface RowReader {
  /** Headings, or positions from 1 as text where the file has none. */
  readonly columns: readonly string[];
  /** Rows in order, some hundred at a time. Throws a Failure when the rest cannot be read. */
  readonly batches: () => AsyncIterable<readonly RawRow[]>;
  readonly progress: () => Progress;
  readonly close: () => Promise<void>;
}

/** True for a row in which no user wrote anything. */
export function isBlankRow(row: RawRow): boolean {
  return row.fault === undefined && row.cellFaults === undefined && row.cells.every((cell) => cell.trim() === '');
}
