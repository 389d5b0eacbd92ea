import { buffer } from 'node:stream/consumers';
import type { ExportFormat, ExportQuery } from '#schemas/api/exports.ts';
import type { Database } from '#server/db/database.ts';
import { type ExportProgress, openExport } from '#server/features/records/exports/file/export-file.ts';
import { planExport } from '#server/features/records/exports/file/export-plan.ts';
import type { ListAccess } from '#server/core/lists/list-access.ts';
import type { ReadableObject } from '#server/core/lists/readable-object.ts';
import { readRows } from './read-rows.ts';
import { everything } from '#tests/support/records/readable-sample.ts';

const ALL: ListAccess = { owner: undefined, scope: everything };
/** 2026-11-21 12:00 in China. */
const EXPORT_AT = new Date('2026-11-21T04:00:00Z');

/** What of an object is exported, and how; everything, for a user who may read it, when nothing is said. */
export interface Wanted extends Partial<Omit<ExportQuery, 'objectApiName' | 'format'>> {
  readonly access?: ListAccess;
  readonly sheetRows?: number;
}

/** The whole file of an export of an object's records, links of the object to itself. */
export async function exportBytes(
  database: Database,
  object: ReadableObject,
  format: ExportFormat,
  { access = ALL, sheetRows, ...query }: Wanted = {},
): Promise<{ bytes: Buffer; progress: ExportProgress }> {
  const progress: ExportProgress = { rows: 0, total: null };
  const order = { plan: planExport(object, query, access), format, at: EXPORT_AT, ...(sheetRows && { sheetRows }) };
  const objects = { find: () => object };
  const stream = await openExport({ database, objects }, order, progress, new AbortController().signal);
  return { bytes: await buffer(stream), progress };
}

/** The same file as rows of texts below their headings, read by what reads imported files. */
export async function exportedRows(
  database: Database,
  object: ReadableObject,
  format: ExportFormat,
  wanted: Wanted = {},
  sheet: number | string = 1,
): Promise<{ columns: readonly string[]; rows: readonly (readonly string[])[] }> {
  const { bytes } = await exportBytes(database, object, format, wanted);
  const read = await readRows(`export.${format}`, bytes, format === 'xlsx' ? { sheet } : {});
  const wide = ({ cells }: { cells: readonly string[] }) => read.columns.map((_, index) => cells[index] ?? '');
  return { columns: read.columns, rows: read.rows.map(wide) };
}
