import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { pipeline, type Readable, Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { Failure } from '#shared/errors.ts';
import { type Limits, RATIO_FROM_BYTES } from './limits.ts';
import type { Progress } from './raw-row.ts';

const CHUNK_BYTES = 64 * 1024;
const GZIP_MAGIC = [0x1f, 0x8b] as const;

/** The bytes of a file, unpacked where it is a gzip; read once. */
export interface ByteSource {
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
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new Failure(
      'INVALID_BODY',
      error.code === 'ENOENT' ? `找不到文件“${path}”` : `无法读取文件“${path}”：${error.message}`,
    );
  });
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(count), 0, count, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Opens a file. A gzip that grows beyond the limits ends in a Failure that says which limit and how to lift it. */
export async function openBytes(path: string, limits: Limits): Promise<ByteSource> {
  const packed = await isGzip(path);
  const { size: total } = await stat(path);
  if (total === 0) throw new Failure('INVALID_BODY', `文件“${path}”是空的`);
  let done = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      done += chunk.length;
      next(null, chunk);
    },
  });
  const file = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  const progress = () => ({ done, total });
  // Errors reach the reader through the last stream, which pipeline destroys.
  if (!packed) return { chunks: pipeline(file, counter, ignore), progress };
  const unpacked = pipeline(file, counter, createGunzip({ chunkSize: CHUNK_BYTES }), ignore);
  return { chunks: withinLimits(unpacked, () => done, limits), progress };
}

const ignore = () => undefined;

async function* withinLimits(stream: Readable, read: () => number, limits: Limits): AsyncGenerator<Buffer> {
  let unpacked = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      unpacked += chunk.length;
      refuseBomb(unpacked, read(), limits);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof Failure) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new Failure('INVALID_BODY', `压缩文件已损坏，解压到第 ${unpacked} 字节后无法继续：${reason}`);
  } finally {
    stream.destroy();
  }
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
