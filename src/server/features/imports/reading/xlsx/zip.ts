import type { Readable } from 'node:stream';
import { type Entry, open as openZip, type ZipFile } from 'yauzl';
import { Failure } from '#shared/errors.ts';
import { refuseBomb } from '#server/features/imports/reading/byte-source.ts';
import type { Limits } from '#server/features/imports/reading/limits.ts';

/** The parts of a zip file by their names, each readable as often as wanted. */
export interface ZipParts {
  readonly has: (name: string) => boolean;
  /** Bytes of one part, unpacked. @throws Failure when there is no such part or it is a bomb. */
  readonly read: (name: string, onRead?: (bytes: number) => void) => AsyncIterable<Buffer>;
  /** Unpacked size of a part in bytes, as the file says; 0 when it is not there. */
  readonly size: (name: string) => number;
  readonly close: () => void;
}

/** Opens a zip file and looks at its list of parts before any is unpacked. */
export async function openParts(path: string, limits: Limits): Promise<ZipParts> {
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    openZip(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true }, (error, file) => {
      if (error) reject(new Failure('INVALID_BODY', unopenable(error)));
      else resolve(file);
    });
  });
  try {
    const entries = await listEntries(zip, limits);
    return {
      has: (name) => entries.has(name),
      size: (name) => entries.get(name)?.uncompressedSize ?? 0,
      read: (name, onRead) => readPart(zip, entries.get(name), name, limits, onRead),
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

const unopenable = ({ message }: Error): string =>
  /end of central directory/i.test(message)
    ? '不是有效的 XLSX 文件：缺少结尾的目录，文件可能没有下载或上传完，请换成完整的文件'
    : `不是有效的 XLSX 文件：${message}`;

async function listEntries(zip: ZipFile, limits: Limits): Promise<Map<string, Entry>> {
  if (zip.entryCount > limits.zipEntries) {
    throw new Failure(
      'TOO_LARGE',
      `XLSX 内含 ${zip.entryCount} 个文件，超过 ${limits.zipEntries} 个（映射 limits.zipEntries 可调整）`,
    );
  }
  const entries = new Map<string, Entry>();
  await new Promise<void>((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      entries.set(entry.fileName, entry);
      zip.readEntry();
    });
    zip.on('end', resolve);
    zip.on('error', (error: Error) => reject(new Failure('INVALID_BODY', `XLSX 文件已损坏：${error.message}`)));
    zip.readEntry();
  });
  let packed = 0;
  let unpacked = 0;
  for (const entry of entries.values()) {
    if (entry.isEncrypted()) throw new Failure('INVALID_BODY', 'XLSX 文件有密码，无法读取');
    packed += entry.compressedSize;
    unpacked += entry.uncompressedSize;
    refuseBomb(entry.uncompressedSize, entry.compressedSize, limits);
  }
  refuseBomb(unpacked, packed, limits);
  return entries;
}

async function* readPart(
  zip: ZipFile,
  entry: Entry | undefined,
  name: string,
  limits: Limits,
  onRead?: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  if (!entry) throw new Failure('INVALID_BODY', `不是有效的 XLSX 文件：缺少 ${name}`);
  const damaged = (error: unknown) =>
    new Failure('INVALID_BODY', `XLSX 中的 ${name} 已损坏：${error instanceof Error ? error.message : String(error)}`);
  const stream = await new Promise<Readable>((resolve, reject) => {
    zip.openReadStream(entry, (error, opened) => (error ? reject(damaged(error)) : resolve(opened)));
  });
  let read = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      read += chunk.length;
      refuseBomb(read, entry.compressedSize, limits);
      onRead?.(read);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw damaged(error);
  } finally {
    stream.destroy();
  }
}
