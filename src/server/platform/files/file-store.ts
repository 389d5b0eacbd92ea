import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { Readable } from 'node:stream';
import { Failure } from '#shared/errors.ts';
import type { OwnFile } from '#server/core/files/own-files.ts';
import type { Vault } from '#server/db/vault.ts';
import { bytesOfFile, FOLDER_MODE, FolderObjects, PARTS } from '#server/platform/objects/folder-objects.ts';
import { PRIVATE_UPLOADS, sealedUploadId, uploadName } from '#server/platform/objects/object-names.ts';
import type { ByteRange, ObjectHead, ObjectStore } from '#server/platform/objects/object-store.ts';
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

/** Bytes that an upload leaves free on the disk. */
const LEFT_FREE = 256 * 1024 * 1024;
const ID = /^[0-9a-f]{32}$/;

/** A file that is there: its size, and its bytes or a part of them. */
export interface StoredBytes {
  readonly bytes: number;
  /** @throws Failure where they are gone, or cannot be had now */
  readonly stream: (range?: ByteRange) => Promise<Readable>;
}

/** How many files were sealed, and the ids of those that could not be. */
export interface SealingOutcome {
  readonly sealed: number;
  readonly left: readonly string[];
}

/** Where the files of an installation are: in its folders, or in a bucket, with the folders for what is under way. */
export interface FilePlaces {
  readonly uploadDir: string;
  readonly importDir: string;
  readonly bucket?: ObjectStore | undefined;
}

/** The store of an installation. */
export const objectsOf = ({ uploadDir, importDir, bucket }: FilePlaces): ObjectStore =>
  bucket ?? new FolderObjects({ uploads: uploadDir, imports: importDir });

/**
 * Uploaded files. Where a file is follows from its id alone, which is random: the file names of users never become a path.
 * Private files are sealed; those that came before that are read as they are. Processes on one database share the store.
 */
export class FileStore {
  readonly #objects: ObjectStore;
  readonly #parts: string;
  readonly #vault: Vault;

  constructor(places: FilePlaces, vault: Vault) {
    this.#objects = objectsOf(places);
    this.#parts = path.join(places.uploadDir, PARTS);
    this.#vault = vault;
  }

  /** A place on this machine for bytes that are still coming; what is there cannot be fetched. */
  async newPart(): Promise<string> {
    await mkdir(this.#parts, { recursive: true, mode: FOLDER_MODE });
    await this.#refuseFullDisk();
    return path.join(this.#parts, randomBytes(16).toString('hex'));
  }

  /** Takes a part for a file, so that after a crash it is there whole or not at all. */
  async keep(part: string, file: OwnFile): Promise<void> {
    await this.put(bytesOfFile(part), file);
    await rm(part, { force: true });
  }

  /** Takes bytes for a file, in the same way. */
  async put(content: AsyncIterable<Buffer>, file: OwnFile): Promise<void> {
    await this.#objects.put(nameOf(file), this.#asKept(content, file));
  }

  /** A file; undefined where its bytes are gone. */
  async read(file: OwnFile): Promise<StoredBytes | undefined> {
    const name = nameOf(file);
    const found = await this.#objects.head(name, HEADER_BYTES);
    if (!found) return undefined;
    const header = file.bucket === 'private' ? readHeader(found.first) : undefined;
    if (!header) return { bytes: found.bytes, stream: (range) => this.#source(name, range) };
    return this.#opened(name, found, { header, fileId: file.id });
  }

  async remove(file: OwnFile): Promise<void> {
    await this.#objects.remove(nameOf(file));
  }

  /**
   * Seals private files that are not, or not under the key that seals now. Several processes may do so at once, and a file
   * is there whole at every moment. One that does not open, by its key or by its bytes, is left as it is.
   */
  async sealPrivate(giveWay: () => Promise<void>): Promise<SealingOutcome> {
    await this.#objects.prepare();
    let sealed = 0;
    const left: string[] = [];
    for await (const { name } of this.#objects.list(PRIVATE_UPLOADS)) {
      const id = sealedUploadId(name) ?? '';
      try {
        if (await this.#sealAgain(name, id)) sealed += 1;
      } catch {
        left.push(id);
      }
      await giveWay();
    }
    return { sealed, left };
  }

  /** Removes what uploads left that were cut off with their process. */
  async removeAbandoned(before: Date): Promise<void> {
    for (const name of await readdir(this.#parts).catch(() => [])) {
      const part = path.join(this.#parts, name);
      const found = await stat(part).catch(() => undefined);
      if (found && found.mtimeMs < before.getTime()) await rm(part, { force: true });
    }
  }

  /** The content of a sealed file, all of it or a part. */
  #opened(
    name: string,
    { bytes: size }: ObjectHead,
    { header, fileId }: { readonly header: SealedHeader; readonly fileId: string },
  ): StoredBytes {
    const bytes = contentBytes(size);
    return {
      bytes,
      stream: async ({ start, end } = { start: 0, end: Math.max(0, bytes - 1) }) => {
        const range = sealedRange(size, start, end);
        const source = await this.#source(name, { start: range.from, end: range.to });
        const chunks = openChunks(source, { vault: this.#vault, header, fileId }, range);
        const content = Readable.from(cut(chunks, range.skip, end - start + 1), { objectMode: false });
        // Also where no user reads a byte of it.
        return content.once('close', () => source.destroy());
      },
    };
  }

  async #source(name: string, range?: ByteRange): Promise<Readable> {
    const source = await this.#objects.read(name, range);
    if (!source) throw new Failure('UNKNOWN_RECORD', '文件不存在');
    return source;
  }

  async #sealAgain(name: string, id: string): Promise<boolean> {
    const found = await this.#objects.head(name, HEADER_BYTES);
    if (!found || readHeader(found.first)?.keyId === this.#vault.keyId) return false;
    const content = openedBytes(await this.#source(name), this.#vault, id);
    await this.#objects.put(name, sealBytes(content, this.#vault, id), found);
    return true;
  }

  #asKept(content: AsyncIterable<Buffer>, { id, bucket }: OwnFile): AsyncIterable<Buffer> {
    return bucket === 'private' ? sealBytes(content, this.#vault, id) : content;
  }

  async #refuseFullDisk(): Promise<void> {
    const { bavail, bsize } = await statfs(this.#parts);
    if (bavail * bsize < LEFT_FREE) throw new Failure('UNAVAILABLE', '服务器磁盘空间不足，暂时不能上传，请联系管理员');
  }
}

function nameOf({ id, bucket }: OwnFile): string {
  if (!ID.test(id)) throw new Error('This is not the id of a file.');
  return uploadName(bucket, id);
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
