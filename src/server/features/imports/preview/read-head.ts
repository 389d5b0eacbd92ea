import type { ImportMapping } from '#schemas/metadata/import-mapping.ts';
import { Failure } from '#shared/errors.ts';
import { openBytes, isGzip } from '#server/features/imports/reading/byte-source.ts';
import { openCsv } from '#server/features/imports/reading/csv-reader.ts';
import { decodeText, encodingFault } from '#server/features/imports/reading/decode.ts';
import { detectDelimiter } from '#server/features/imports/reading/delimiter.ts';
import { headings, positions } from '#server/features/imports/reading/headings.ts';
import { openJsonLines } from '#server/features/imports/reading/json-lines-reader.ts';
import type { Limits } from '#server/features/imports/reading/limits.ts';
import { LIST_MARK, type RowReader } from '#server/features/imports/reading/raw-row.ts';
import { xlsxSource } from '#server/features/imports/reading/source-file.ts';
import { sheetNames } from '#server/features/imports/reading/xlsx/workbook.ts';
import { openParts } from '#server/features/imports/reading/xlsx/zip.ts';
import { guessEncoding } from './guess-encoding.ts';
import { guessHeader } from './guess-header.ts';

/** How a file is read; what is absent is found out. */
export type Reading = Pick<ImportMapping, 'encoding' | 'delimiter' | 'quote' | 'sheet' | 'header'>;

/** The beginning of a file as it is read. */
export interface FileHead {
  /** Complete: with what was found out. */
  readonly reading: Reading;
  /** Sheets of a workbook; empty for other files. */
  readonly sheets: readonly string[];
  readonly columns: readonly string[];
  /** Rows with their numbers, including headings and the rows above them; 200 at most. */
  readonly rows: readonly { readonly row: number; readonly cells: readonly string[] }[];
}

const ROWS = 200;
const HEAD_CHARACTERS = 64 * 1024;

/** Reads the first rows of a file. @throws Failure where it cannot be read that way. */
export async function readHead(
  path: string,
  format: 'csv' | 'jsonl' | 'xlsx',
  asked: Reading,
  limits: Limits,
): Promise<FileHead> {
  if (format === 'xlsx') return workbookHead(path, asked, limits);
  const fault = asked.encoding === undefined ? undefined : encodingFault(asked.encoding);
  if (fault !== undefined) throw new Failure('INVALID_BODY', fault);
  const encoding = asked.encoding ?? (await guessEncoding(path, limits));
  if (format === 'jsonl') return linesHead(path, encoding, limits);
  const quote = asked.quote ?? '"';
  const delimiter = asked.delimiter ?? (await delimiterOf(path, encoding, quote, limits));
  const rows = await firstRows(await openCsv(path, encoding, { quote, delimiter, header: 0 }, limits));
  const header = asked.header ?? guessHeader(rows.map(({ cells }) => cells));
  return { reading: { encoding, delimiter, quote, header }, sheets: [], columns: columnsOf(rows, header), rows };
}

async function workbookHead(path: string, asked: Reading, limits: Limits): Promise<FileHead> {
  const { sheet = 1 } = asked;
  const source = await xlsxSource(path, await isGzip(path), { sheet, header: 0 }, limits);
  try {
    const zip = await openParts(source.plain, limits);
    const sheets = await sheetNames(zip).finally(() => zip.close());
    const rows = await firstRows(await source.open());
    const header = asked.header ?? guessHeader(rows.map(({ cells }) => cells));
    return { reading: { sheet, header }, sheets, columns: columnsOf(rows, header), rows };
  } finally {
    await source.dispose();
  }
}

async function linesHead(path: string, encoding: string, limits: Limits): Promise<FileHead> {
  const columns = new Set<string>();
  for (const line of (await headText(path, encoding, limits)).split(/\r\n|\r|\n/).slice(0, ROWS)) {
    for (const key of keysOf(line)) if (columns.size < limits.columns) columns.add(key);
  }
  const rows = await firstRows(await openJsonLines(path, encoding, [...columns], limits));
  return { reading: { encoding }, sheets: [], columns: [...columns], rows };
}

/** Keys of one JSON line; those of nested objects joined by dots. */
function keysOf(line: string): string[] {
  let record: unknown;
  try {
    record = JSON.parse(line);
  } catch {
    return [];
  }
  const isObject = (value: unknown): value is object =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject(record)) return [];
  return Object.entries(record).flatMap(([key, value]) =>
    isObject(value) ? Object.keys(value).map((inner) => `${key}.${inner}`) : [key],
  );
}

async function headText(path: string, encoding: string, limits: Limits): Promise<string> {
  let text = '';
  for await (const piece of decodeText((await openBytes(path, limits)).chunks, encoding)) {
    text += piece;
    if (text.length >= HEAD_CHARACTERS) break;
  }
  return text;
}

const delimiterOf = async (path: string, encoding: string, quote: string, limits: Limits): Promise<string> =>
  detectDelimiter(await headText(path, encoding, limits), quote, limits);

async function firstRows(reader: RowReader): Promise<{ row: number; cells: readonly string[] }[]> {
  const rows: { row: number; cells: readonly string[] }[] = [];
  try {
    for await (const batch of reader.batches()) {
      for (const { row, cells } of batch)
        rows.push({ row, cells: cells.map((cell) => cell.replaceAll(LIST_MARK, '、')) });
      if (rows.length >= ROWS) break;
    }
    return rows.slice(0, ROWS);
  } finally {
    await reader.close();
  }
}

function columnsOf(rows: readonly { row: number; cells: readonly string[] }[], header: number): string[] {
  const found = rows.find(({ row }) => row === header);
  return found ? headings(found.cells) : positions(Math.max(0, ...rows.map(({ cells }) => cells.length)));
}
