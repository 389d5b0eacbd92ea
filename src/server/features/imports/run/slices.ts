import type { ImportMapping } from '#schemas/metadata/import-mapping.ts';
import type { DigestSet } from './digest-set.ts';
import { isBlankRow, type RawRow, type RowReader } from '#server/features/imports/reading/raw-row.ts';
import { undoMisreading } from '#server/features/imports/transform/cell-text.ts';
import { type Fault, type PreparedRow, prepareRow } from '#server/features/imports/transform/prepare-row.ts';
import type { RowPlan } from '#server/features/imports/transform/row-plan.ts';

/** Rows written in one transaction: enough for speed, few enough that others are answered meanwhile. */
const ROWS_A_SLICE = 1000;
/** A slice ends early where its rows are long, or where it has many lines and little to write. */
const CHARACTERS_A_SLICE = 4 * 1024 * 1024;
const LINES_A_SLICE = 20_000;

/** Lines that are kept together, and what is known of them before the database is asked. */
export interface Slice {
  lines: number;
  blank: number;
  duplicates: number;
  repairedCells: number;
  lastRow: number;
  readonly rows: PreparedRow[];
  readonly refused: { readonly raw: RawRow; readonly faults: readonly Fault[] }[];
}

export interface SliceSource {
  readonly plan: RowPlan;
  readonly mapping: ImportMapping;
  /** Filled with the rows seen. */
  readonly digests: DigestSet;
  /** Rows in one slice at most; fewer where others wait for the same thread. */
  readonly rows?: number | undefined;
  /** Rows up to this one were kept by an earlier run: they are read again only to know later duplicates of them. */
  readonly after: number;
  /** Called once, at the first row after those. */
  readonly onReached?: () => void;
}

/** Reads a file to its end, in slices. A natural key comes once in a slice at most, so that its rows keep their order. */
export async function* slicesOf(
  reader: RowReader,
  { plan, mapping, digests, after, rows = ROWS_A_SLICE, onReached }: SliceSource,
): AsyncGenerator<Slice> {
  let slice = emptySlice(after);
  let keys = new Set<string>();
  let characters = 0;
  let isReached = false;
  const shortRows = mapping.shortRows ?? 'reject';
  for await (const batch of reader.batches()) {
    for (const read of batch) {
      const blank = isBlankRow(read);
      // A row that could not be read whole may differ from another where no user can see it.
      const fresh = blank || read.fault !== undefined || digests.add(identity(read, plan));
      if (read.row <= after) continue;
      if (!isReached) onReached?.();
      isReached = true;
      const { raw, changed } = repaired(read, blank ? undefined : mapping.misreadAs);
      const prepared = blank || !fresh ? undefined : prepareRow(raw, plan, shortRows);
      const key = prepared && 'row' in prepared ? prepared.row.key : undefined;
      if (full(slice, characters, rows) || (key !== undefined && keys.has(key))) {
        yield slice;
        slice = emptySlice(slice.lastRow);
        keys = new Set();
        characters = 0;
      }
      slice.lines += 1;
      slice.lastRow = read.row;
      slice.repairedCells += changed;
      if (blank) slice.blank += 1;
      else if (!fresh) slice.duplicates += 1;
      else if (prepared && 'row' in prepared) slice.rows.push(prepared.row);
      else if (prepared) slice.refused.push({ raw, faults: prepared.refused });
      if (key !== undefined) keys.add(key);
      characters += read.cells.reduce((sum, cell) => sum + cell.length, 0);
    }
  }
  if (slice.lines > 0) yield slice;
}

const emptySlice = (lastRow: number): Slice => ({
  lines: 0,
  blank: 0,
  duplicates: 0,
  repairedCells: 0,
  lastRow,
  rows: [],
  refused: [],
});

const full = (slice: Slice, characters: number, rows: number): boolean =>
  slice.rows.length + slice.refused.length >= rows || slice.lines >= LINES_A_SLICE || characters >= CHARACTERS_A_SLICE;

/** What two rows must share to be the same row twice. */
function identity(row: RawRow, plan: RowPlan): string {
  if (plan.duplicateOf) return JSON.stringify(plan.duplicateOf.map((place) => row.cells[place] ?? ''));
  return row.text ?? JSON.stringify(row.cells);
}

function repaired(row: RawRow, misreadAs: string | undefined): { raw: RawRow; changed: number } {
  if (misreadAs === undefined) return { raw: row, changed: 0 };
  const cells = row.cells.map((cell) => undoMisreading(cell, misreadAs));
  const changed = cells.filter((cell, index) => cell !== row.cells[index]).length;
  return { raw: changed > 0 ? { ...row, cells } : row, changed };
}
