import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ImportMapping } from '#schemas/metadata/import-mapping.ts';
import { Failure } from '#shared/errors.ts';
import { firstBytes, isGzip, openBytes } from './byte-source.ts';
import { openCsv } from './csv-reader.ts';
import { type BrokenText, decodeText, encodingOf } from './decode.ts';
import { namedColumns, openJsonLines } from './json-lines-reader.ts';
import type { Limits } from './limits.ts';
import type { RowReader } from './raw-row.ts';
import { openXlsx } from '#server/features/imports/reading/xlsx/xlsx-reader.ts';

type Format = 'csv' | 'jsonl' | 'xlsx';

/** A file that was looked through once from end to end and can be read as rows. */
export interface SourceFile {
  readonly name: string;
  readonly bytes: number;
  /** SHA-256 of the file on disk, in hex. */
  readonly hash: string;
  readonly format: Format;
  /** Encoding of a text file, '' otherwise. */
  readonly encoding: string;
  /** Opens the rows; `columns` are the ones the mapping names. */
  readonly open: (columns: readonly (string | number)[]) => Promise<RowReader>;
  /** Removes what was unpacked. */
  readonly dispose: () => Promise<void>;
}

/**
 * Looks a file through before anything is written: it can be unpacked, its bytes are of the encoding, and this is its
 * hash. @throws Failure that names what is wrong and where.
 */
export async function openSource(file: string, mapping: ImportMapping, limits: Limits): Promise<SourceFile> {
  const packed = await isGzip(file);
  const format = mapping.format ?? (await formatOf(file, packed));
  const { hash, bytes } = await hashOf(file);
  const about = { name: path.basename(file), bytes, hash, format };
  if (format === 'xlsx') {
    const { open, dispose } = await xlsxSource(file, packed, mapping, limits);
    return { ...about, encoding: '', open, dispose };
  }
  const encoding = await checkedEncoding(file, mapping, limits);
  return {
    ...about,
    encoding,
    open: (columns) =>
      format === 'csv'
        ? openCsv(file, encoding, mapping, limits)
        : openJsonLines(file, encoding, namedColumns(columns), limits),
    dispose: async () => undefined,
  };
}

const FORMAT_ENDINGS: readonly (readonly [RegExp, Format])[] = [
  [/\.(csv|tsv|txt|tab)$/i, 'csv'],
  [/\.(jsonl|ndjson|json)$/i, 'jsonl'],
  [/\.xlsx$/i, 'xlsx'],
];

async function formatOf(file: string, packed: boolean): Promise<Format> {
  const name = packed ? file.replace(/\.gz$/i, '') : file;
  const known = FORMAT_ENDINGS.find(([ending]) => ending.test(name));
  if (known) return known[1];
  if (!packed && (await firstBytes(file, 2)).toString('latin1') === 'PK') return 'xlsx';
  throw new Failure(
    'INVALID_BODY',
    `看不出“${path.basename(file)}”是什么格式，请在映射中写明 format：csv、jsonl 或 xlsx`,
  );
}

async function hashOf(file: string): Promise<{ hash: string; bytes: number }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { hash: hash.digest('hex'), bytes };
}

async function checkedEncoding(file: string, mapping: ImportMapping, limits: Limits): Promise<string> {
  const head = await headOf(file, limits);
  const encoding = encodingOf(head, mapping.encoding);
  const refuse = ({ offset, line, bytes }: BrokenText): never => {
    const hint = mapping.encoding === undefined ? '；如果文件是 GBK，请在映射中写 "encoding": "gb18030"' : '';
    throw new Failure(
      'INVALID_BODY',
      `文件不是有效的 ${encoding}：第 ${line} 行，第 ${offset} 字节起（${bytes}）无法解码${hint}；若只想跳过这些行，请写 "brokenText": "reject-row"`,
    );
  };
  const onBroken = mapping.brokenText === 'reject-row' ? undefined : refuse;
  for await (const _text of decodeText((await openBytes(file, limits)).chunks, encoding, onBroken));
  return encoding;
}

async function headOf(file: string, limits: Limits): Promise<Buffer> {
  for await (const chunk of (await openBytes(file, limits)).chunks) return chunk;
  return Buffer.alloc(0);
}

/** A workbook ready to be opened; `plain` is the unpacked copy. */
export async function xlsxSource(
  file: string,
  packed: boolean,
  mapping: Pick<ImportMapping, 'sheet' | 'header'>,
  limits: Limits,
): Promise<{ readonly plain: string; readonly open: () => Promise<RowReader>; readonly dispose: () => Promise<void> }> {
  const folder = packed ? await mkdtemp(path.join(tmpdir(), 'jingtu-import-')) : undefined;
  const dispose = async () => {
    if (folder) await rm(folder, { recursive: true, force: true });
  };
  const plain = folder ? path.join(folder, 'unpacked.xlsx') : file;
  try {
    // A zip is read from its end, so a packed one has to be unpacked first.
    if (folder) await pipeline(Readable.from((await openBytes(file, limits)).chunks), createWriteStream(plain));
  } catch (error) {
    await dispose();
    throw error;
  }
  return { plain, open: () => openXlsx(plain, mapping.sheet, mapping.header ?? 1, limits), dispose };
}
