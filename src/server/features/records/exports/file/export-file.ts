import { Readable } from 'node:stream';
import type { ExportFormat } from '#schemas/api/exports.ts';
import type { Database } from '#server/db/database.ts';
import { ReadQueries } from '#server/db/read-queries.ts';
import { withCurrentLinks } from '#server/core/lists/merged-links.ts';
import { ownColumns } from '#server/core/lists/own-columns.ts';
import type { ObjectSource } from '#server/core/lists/readable-object.ts';
import { besideColumns, fieldCells } from './columns.ts';
import { csvBytes } from './csv.ts';
import type { ExportPlan } from './export-plan.ts';
import { exportNotes } from './notes.ts';
import { orderedIds } from './ordered-ids.ts';
import { RowSource } from './rows.ts';
import { bookStream, MAX_SHEET_ROWS } from '#server/features/records/exports/file/xlsx/book.ts';

/** How far a file has come; `total` is null until the records are known. */
export interface ExportProgress {
  rows: number;
  total: number | null;
}

export interface ExportOrder {
  readonly plan: ExportPlan;
  readonly format: ExportFormat;
  readonly at: Date;
  /** Rows of one sheet; MAX_SHEET_ROWS when absent. */
  readonly sheetRows?: number;
}

/**
 * The file of an export as a stream of bytes, made while it is read, so that a slow reader makes it slow and not large.
 * Resolves when it is known which records are in it. `signal` ends it with an error.
 */
export async function openExport(
  { database, objects }: { readonly database: Database; readonly objects: ObjectSource },
  { plan: asked, format, at, sheetRows = MAX_SHEET_ROWS }: ExportOrder,
  progress: ExportProgress,
  signal: AbortSignal,
): Promise<Readable> {
  // Apart from the lists: their connections end every statement after a second.
  const queries = new ReadQueries(database.pool, false);
  const plan = { ...asked, page: await withCurrentLinks(queries, objects, asked.page) };
  const ids = await orderedIds(database, queries, plan.page, signal);
  progress.total = ids.length;
  const fields = plan.fields.map(fieldCells);
  const own = await ownColumns(queries, plan.page);
  const columns = [...fields.flatMap((field) => field.columns), ...own.flatMap(besideColumns)];
  const rows = new RowSource(queries, objects, plan.object, { fields, own }, plan.page).rows(ids, signal);
  const count = (more: number) => {
    progress.rows += more;
  };
  if (format === 'csv') return Readable.from(csvBytes(columns, rows, count), { objectMode: false });
  return bookStream({
    label: plan.object.definition.label,
    columns,
    rows,
    total: ids.length,
    sheetRows,
    count,
    notes: () => exportNotes(plan, progress.rows, at),
    now: at,
  });
}
