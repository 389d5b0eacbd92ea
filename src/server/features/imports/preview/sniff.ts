import { Failure } from '#shared/errors.ts';
import { isGzip, openBytes } from '#server/features/imports/reading/byte-source.ts';
import type { Limits } from '#server/features/imports/reading/limits.ts';
import { openParts } from '#server/features/imports/reading/xlsx/zip.ts';

/** What a file is by its content, whatever it is called. */
export interface Sniffed {
  readonly format: 'csv' | 'jsonl' | 'xlsx';
  /** Words about a name that says otherwise; '' when name and content agree. */
  readonly note: string;
}

const LOOKED_AT = 4096;

/** Beginnings of files that people pick by mistake, as hex or text, and what to say. */
const OTHERS: readonly (readonly [RegExp, string])[] = [
  [/^\xD0\xCF.\xE0/s, '旧版 Office 文件（.xls 或 .doc），请在 Excel 中另存为 .xlsx 后再上传'],
  [/^%PDF-/, 'PDF 文件'],
  [/^\x89PNG|^\xFF\xD8\xFF|^GIF8|^RIFF....WEBP/s, '图片'],
  [/^7z\xBC\xAF|^Rar!|^\xFD7zXZ|^BZh|^\x28\xB5\x2F\xFD/, '压缩包，请解压后再上传（只认 .gz）'],
  [/^PAR1/, 'Parquet 文件'],
  [/^SQLite format 3/, 'SQLite 数据库'],
  [/^\x7FELF|^MZ/, '程序'],
  [/^\s*(<!doctype html|<html)/i, '网页'],
  [/^\s*<\?xml/i, 'XML 文件'],
];

/** Endings that promise a format. */
const ENDINGS: readonly (readonly [RegExp, Sniffed['format']])[] = [
  [/\.(csv|tsv|txt|tab)$/i, 'csv'],
  [/\.(jsonl|ndjson|json)$/i, 'jsonl'],
  [/\.xlsx$/i, 'xlsx'],
];
const FORMAT_WORDS = { csv: 'CSV 文本', jsonl: 'JSON 行', xlsx: 'Excel 工作簿' } as const;

/**
 * Detects the type of a file by its content. `name` is only compared.
 * @throws Failure INVALID_BODY naming what it is instead, for whatever cannot be rows.
 */
export async function sniffFile(path: string, name: string, limits: Limits): Promise<Sniffed> {
  const packed = await isGzip(path);
  const head = await unpackedHead(path, limits);
  const refuse = (what: string): never => {
    throw new Failure('INVALID_BODY', `“${name}”的内容是${what}，不是 CSV、JSON 行或 XLSX，无法导入`);
  };
  const text = head.toString('latin1');
  const other = OTHERS.find(([start]) => start.test(text));
  if (other) refuse(other[1]);
  const format = text.startsWith('PK\u0003\u0004') ? 'xlsx' : textFormat(head, text, refuse);
  if (format === 'xlsx' && !packed) await refuseOtherZip(path, limits, refuse);
  const promised = ENDINGS.find(([ending]) => ending.test(packed ? name.replace(/\.gz$/i, '') : name))?.[1];
  const note =
    promised === undefined || promised === format
      ? ''
      : `扩展名像是${FORMAT_WORDS[promised]}，内容其实是${FORMAT_WORDS[format]}，已按内容读取`;
  return { format, note };
}

async function unpackedHead(path: string, limits: Limits): Promise<Buffer> {
  for await (const chunk of (await openBytes(path, limits)).chunks) return chunk.subarray(0, LOOKED_AT);
  return Buffer.alloc(0);
}

async function refuseOtherZip(path: string, limits: Limits, refuse: (what: string) => never): Promise<void> {
  const zip = await openParts(path, limits);
  const has = (part: string) => zip.has(part);
  zip.close();
  if (has('xl/workbook.xml')) return;
  if (has('xl/workbook.bin')) refuse('二进制工作簿（.xlsb），请另存为 .xlsx');
  refuse(has('word/document.xml') ? ' Word 文档' : ' ZIP 压缩包，请解压后再上传');
}

function textFormat(head: Buffer, text: string, refuse: (what: string) => never): 'csv' | 'jsonl' {
  const wide = /^(\xFF\xFE|\xFE\xFF)/.test(text) || looksWide(head);
  if (!wide && head.includes(0)) refuse('二进制数据');
  const plain = wide ? head.toString('latin1').replaceAll('\0', '') : text;
  const start = plain.replace(/^(\xEF\xBB\xBF|\xFF\xFE|\xFE\xFF)/, '').trimStart();
  if (/^\[\s*[[{]/.test(start)) refuse('一个 JSON 数组，请改为每行一个对象（JSON 行）');
  if (!/^\{\s*["}]/.test(start)) return 'csv';
  const [line = ''] = start.split(/\r|\n/, 1);
  if (line.trim() === '{') refuse('一个分成多行书写的 JSON 对象，请改为每行一个对象（JSON 行）');
  return 'jsonl';
}

/** Text of two bytes a character without a mark: every other byte of Latin text is 0. */
export function looksWide(head: Buffer): boolean {
  if (head.length < 8) return false;
  const zeros = [0, 0];
  for (const [index, byte] of head.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const most = Math.max(...zeros);
  return most > head.length / 8 && Math.min(...zeros) === 0;
}
