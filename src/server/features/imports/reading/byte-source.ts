import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { pipeline, type Readable } from 'node:stream';
import { constants, createGunzip, type ZlibOptions } from 'node:zlib';
import { Failure } from '#shared/errors.ts';
import { fileTrouble } from '#server/platform/files/file-trouble.ts';
import { type Limits, RATIO_FROM_BYTES } from './limits.ts';
import type { Progress } from './raw-row.ts';

const CHUNK_BYTES = 64 * 1024;
const SOUND_STEP_BYTES = 1024;
const GZIP_MAGIC = [0x1f, 0x8b] as const;
const ZIP_MAGIC = 'PK\u0003\u0004';
const LF = 10;

/** The bytes of a file, unpacked where it is a gzip; read once. */
export interface ByteSource {
  /** Nothing is opened before the first chunk is asked for. */
  readonly chunks: AsyncIterable<Buffer>;
  readonly progress: () => Progress;
}

/** True when the file begins as a gzip does, whatever it is called. */
export async function isGzip(path: string): Promise<boolean> {
  const head = await firstBytes(path, GZIP_MAGIC.length);
  return GZIP_MAGIC.every((byte, index) => head[index] === byte);
}

/** The first bytes of a file, fewer where it is shorter. @throws Failure when there is no such file. */
export async function firstBytes(path: string, count: number): Promise<Buffer> {
  const file = await open(path).catch((error: unknown) => {
    throw unreadable(path, error);
  });
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(count), 0, count, 0);
    return buffer.subarray(0, bytesRead);
  } catch (error) {
    throw unreadable(path, error);
  } finally {
    await file.close();
  }
}

/** Why a file cannot be read, in words. */
function unreadable(path: string, error: unknown): Failure {
  const isAbsent = (error as NodeJS.ErrnoException).code === 'ENOENT';
  return new Failure('INVALID_BODY', isAbsent ? `找不到文件“${path}”` : `无法读取文件“${path}”：${fileTrouble(error)}`);
}

/** Opens a file. A gzip that grows beyond the limits ends in a Failure that says which limit and how to lift it. */
export async function openBytes(path: string, limits: Limits): Promise<ByteSource> {
  const packed = await isGzip(path);
  const { size: total } = await stat(path);
  if (total === 0) throw new Failure('INVALID_BODY', `文件“${path}”是空的`);
  let done = 0;
  const read = fileChunks(path, (bytes) => (done += bytes));
  return {
    chunks: packed ? unpackedChunks(path, read, () => done, limits) : read,
    progress: () => ({ done, total }),
  };
}

async function* fileChunks(path: string, onRead: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>) {
    onRead(chunk.length);
    yield chunk;
  }
}

const ignore = () => undefined;

/** The unpacked bytes of a gzip. */
function gunzipped(packed: AsyncIterable<Buffer>, options: ZlibOptions): Readable {
  const gunzip = createGunzip(options);
  // A reader that stops early has removed its listeners when zlib still reports a fault: without this one it would
  // be an event that nothing handles, and would end the process.
  gunzip.on('error', ignore);
  return pipeline(packed, gunzip, ignore);
}

async function* unpackedChunks(
  path: string,
  packed: AsyncIterable<Buffer>,
  read: () => number,
  limits: Limits,
): AsyncGenerator<Buffer> {
  const stream = gunzipped(packed, { chunkSize: CHUNK_BYTES });
  let unpacked = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      unpacked += chunk.length;
      refuseBomb(unpacked, read(), limits);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw await damaged(path, error as NodeJS.ErrnoException, limits);
  } finally {
    stream.destroy();
  }
}

/** What is wrong with a gzip that cannot be unpacked to its end, and where. */
async function damaged(path: string, error: NodeJS.ErrnoException, limits: Limits): Promise<Failure> {
  if (error.code?.startsWith('Z_') !== true) return unreadable(path, error);
  const { bytes, line } = await soundPart(path, limits);
  const at = line === undefined ? '' : `（第 ${line} 行）`;
  return new Failure(
    'INVALID_BODY',
    error.code === 'Z_BUF_ERROR'
      ? `压缩文件不完整：解压到第 ${bytes} 字节${at}就结束了，之后的内容缺失。文件可能没有下载或上传完，请换成完整的文件`
      : `压缩文件已损坏：解压到第 ${bytes} 字节${at}后无法继续，或内容与校验不符。请重新压缩后再试`,
  );
}

/** How much of a damaged gzip can be unpacked, to the nearest kilobyte; no line where it holds a workbook. */
async function soundPart(path: string, limits: Limits): Promise<{ bytes: number; line: number | undefined }> {
  let bytes = 0;
  let line = 1;
  let hasLines = true;
  const packed = fileChunks(path, ignore);
  // Unpacked in small pieces and without an error at an early end, so that all that can be had is counted.
  const stream = gunzipped(packed, { chunkSize: SOUND_STEP_BYTES, finishFlush: constants.Z_SYNC_FLUSH });
  stream.on('data', (chunk: Buffer) => {
    if (bytes === 0) hasLines = chunk.toString('latin1', 0, ZIP_MAGIC.length) !== ZIP_MAGIC;
    bytes += chunk.length;
    if (bytes > limits.unpackedBytes) stream.destroy();
    for (let at = chunk.indexOf(LF); at !== -1; at = chunk.indexOf(LF, at + 1)) line += 1;
  });
  await new Promise<void>((resolve) => stream.once('close', () => resolve()));
  return { bytes, line: hasLines ? line : undefined };
}

/** @throws Failure when a packed file grows as no honest file does. */
export function refuseBomb(unpacked: number, packed: number, limits: Limits): void {
  if (unpacked > limits.unpackedBytes) {
    throw new Failure(
      'TOO_LARGE',
      `压缩文件解压后超过 ${limits.unpackedBytes} 字节（映射 limits.unpackedBytes 可调整）`,
    );
  }
  if (unpacked > RATIO_FROM_BYTES && unpacked > packed * limits.unpackedRatio) {
    throw new Failure(
      'TOO_LARGE',
      `压缩文件解压后是原来的 ${limits.unpackedRatio} 倍以上，疑为压缩炸弹（映射 limits.unpackedRatio 可调整）`,
    );
  }
}
