import { createReadStream, createWriteStream } from 'node:fs';
import { access, chmod, type FileHandle, mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Failure } from '#shared/errors.ts';
import type { OwnFile } from '#server/core/files/own-files.ts';
import type { Vault } from '#server/db/vault.ts';
import {
  contentBytes,
  HEADER_BYTES,
  openChunks,
  openedBytes,
  readHeader,
  sealBytes,
  type SealedHeader,
  sealedRange,
} from './sealed-bytes.ts';

const PARTS = 'parts';
/** Bytes that an upload leaves free on the disk. */
const LEFT_FREE = 256 * 1024 * 1024;
const ID = /^[0-9a-f]{32}$/;
/** For the process's own user alone. */
export const FOLDER_MODE = 0o700;
export const FILE_MODE = 0o600;

/** Bytes of a file, the first and the last of them. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A file that is there: its size, and its bytes or a part of them. */
export interface StoredBytes {
  readonly bytes: number;
  readonly stream: (range?: ByteRange) => Readable;
}

/** How many files were sealed, and the ids of those that could not be. */
export interface SealingOutcome {
  readonly sealed: number;
  readonly left: readonly string[];
}

/**
 * The folder of uploaded files. A file's path follows from its id alone, which is random: the file names of users never
 * become a path. Private files are sealed; those that came before that are read as they are. Processes on one database
 * share the folder.
 */
export class FileStore {
  readonly #folder: string;
  readonly #vault: Vault;

  constructor(folder: string, vault: Vault) {
    this.#folder = folder;
    this.#vault = vault;
  }

  /** A place for bytes that are still coming; what is there cannot be fetched. */
  async newPart(): Promise<string> {
    const folder = path.join(this.#folder, PARTS);
    await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
    await this.#refuseFullDisk();
    return path.join(folder, randomBytes(16).toString('hex'));
  }

  /** Takes a part for a file, so that after a crash it is there whole or not at all. */
  async keep(part: string, file: OwnFile): Promise<void> {
    const place = this.#place(file);
    await mkdir(path.dirname(place), { recursive: true, mode: FOLDER_MODE });
    if (file.bucket === 'private') {
      await this.#sealTo(place, createReadStream(part), file.id);
      return rm(part, { force: true });
    }
    const handle = await open(part, 'r');
    try {
      await handle.chmod(FILE_MODE);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(part, place);
  }

  /** Takes bytes from elsewhere for a private file, so that after a crash it is there whole or not at all. */
  async put(content: AsyncIterable<Buffer>, file: OwnFile & { readonly bucket: 'private' }): Promise<void> {
    const place = this.#place(file);
    await mkdir(path.dirname(place), { recursive: true, mode: FOLDER_MODE });
    await this.#sealTo(place, content, file.id);
  }

  /** A file; undefined where its bytes are gone. */
  async read(file: OwnFile): Promise<StoredBytes | undefined> {
    const place = this.#place(file);
    const found = await open(place).catch(() => undefined);
    if (!found) return undefined;
    let header: SealedHeader | undefined;
    let size: number;
    try {
      ({ size } = await found.stat());
      header = file.bucket === 'private' ? await headerOf(found) : undefined;
    } finally {
      await found.close();
    }
    if (!header) return { bytes: size, stream: (range) => createReadStream(place, range) };
    const sealed = { vault: this.#vault, header, fileId: file.id };
    const bytes = contentBytes(size);
    return {
      bytes,
      stream: ({ start, end } = { start: 0, end: Math.max(0, bytes - 1) }) => {
        const range = sealedRange(size, start, end);
        const source = createReadStream(place, { start: range.from, end: range.to });
        return Readable.from(cut(openChunks(source, sealed, range), range.skip, end - start + 1), {
          objectMode: false,
        });
      },
    };
  }

  async remove(file: OwnFile): Promise<void> {
    await rm(this.#place(file), { force: true });
  }

  /**
   * Seals private files that are not, or not under the key that seals now. Several processes may do so at once, and a file
   * is there whole at every moment. One that does not open, by its key or by its bytes, is left as it is.
   */
  async sealPrivate(giveWay: () => Promise<void>): Promise<SealingOutcome> {
    // Folders of before there were modes.
    for (const name of ['private', PARTS])
      await chmod(path.join(this.#folder, name), FOLDER_MODE).catch(() => undefined);
    let sealed = 0;
    const left: string[] = [];
    for await (const file of this.#privateFiles()) {
      try {
        if (await this.#sealAgain(file)) sealed += 1;
      } catch {
        left.push(file.id);
      }
      await giveWay();
    }
    return { sealed, left };
  }

  /** Removes what uploads left that were cut off with their process. */
  async removeAbandoned(before: Date): Promise<void> {
    const folder = path.join(this.#folder, PARTS);
    for (const name of await readdir(folder).catch(() => [])) {
      const part = path.join(folder, name);
      const found = await stat(part).catch(() => undefined);
      if (found && found.mtimeMs < before.getTime()) await rm(part, { force: true });
    }
  }

  async *#privateFiles(): AsyncGenerator<OwnFile> {
    const folder = path.join(this.#folder, 'private');
    for (const group of await readdir(folder).catch(() => []))
      for (const id of await readdir(path.join(folder, group)).catch(() => []))
        if (ID.test(id)) yield { id, bucket: 'private' };
  }

  async #sealAgain(file: OwnFile): Promise<boolean> {
    const place = this.#place(file);
    const found = await open(place).catch(() => undefined);
    if (!found) return false;
    try {
      if ((await headerOf(found))?.keyId === this.#vault.keyId) return false;
    } finally {
      await found.close();
    }
    await this.#sealTo(place, openedBytes(createReadStream(place), this.#vault, file.id), file.id);
    return true;
  }

  /** Writes beside, and takes the place of what is there when it is whole. */
  async #sealTo(place: string, content: AsyncIterable<Buffer>, fileId: string): Promise<void> {
    const isThere = await exists(place);
    const part = await this.newPart();
    try {
      const written = createWriteStream(part, { flags: 'wx', mode: FILE_MODE, flush: true });
      await pipeline(sealBytes(content, this.#vault, fileId), written);
      // It was taken away meanwhile: its bytes must not come back.
      if (isThere && !(await exists(place))) return;
      await rename(part, place);
    } finally {
      await rm(part, { force: true });
    }
  }

  #place({ id, bucket }: OwnFile): string {
    if (!ID.test(id)) throw new Error('This is not the id of a file.');
    return path.join(this.#folder, bucket, id.slice(0, 2), id);
  }

  async #refuseFullDisk(): Promise<void> {
    const { bavail, bsize } = await statfs(this.#folder);
    if (bavail * bsize < LEFT_FREE) throw new Failure('UNAVAILABLE', '服务器磁盘空间不足，暂时不能上传，请联系管理员');
  }
}

const exists = (place: string): Promise<boolean> =>
  access(place).then(
    () => true,
    () => false,
  );

async function headerOf(handle: FileHandle): Promise<SealedHeader | undefined> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
  return readHeader(buffer.subarray(0, bytesRead));
}

/** Bytes of a stream behind the first `skip`, `length` of them. */
async function* cut(source: AsyncIterable<Buffer>, skip: number, length: number): AsyncGenerator<Buffer> {
  let [before, left] = [skip, length];
  for await (const chunk of source) {
    const part = chunk.subarray(before, before + left);
    before = Math.max(0, before - chunk.length);
    left -= part.length;
    if (part.length > 0) yield part;
    if (left <= 0) return;
  }
}
