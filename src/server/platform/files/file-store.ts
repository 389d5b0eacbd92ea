import { createReadStream, type ReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { Failure } from '#shared/errors.ts';
import type { OwnFile } from '#server/core/files/own-files.ts';

const PARTS = 'parts';
/** Bytes that an upload leaves free on the disk. */
const LEFT_FREE = 256 * 1024 * 1024;
const ID = /^[0-9a-f]{32}$/;

/**
 * The folder of uploaded files. A file's path follows from its id alone, which is random: the file names of users never
 * become a path. Processes on one database share the folder.
 */
export class FileStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** A place for bytes that are still coming; what is there cannot be fetched. */
  async newPart(): Promise<string> {
    const folder = path.join(this.#folder, PARTS);
    await mkdir(folder, { recursive: true });
    await this.#refuseFullDisk();
    return path.join(folder, randomBytes(16).toString('hex'));
  }

  /** Takes a part for a file, so that after a crash it is there whole or not at all. */
  async keep(part: string, file: OwnFile): Promise<void> {
    const place = this.#place(file);
    await mkdir(path.dirname(place), { recursive: true });
    const handle = await open(part, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(part, place);
  }

  /** The bytes of a file; undefined where they are gone. */
  async read(file: OwnFile): Promise<{ readonly stream: ReadStream; readonly bytes: number } | undefined> {
    const place = this.#place(file);
    const found = await stat(place).catch(() => undefined);
    return found && { stream: createReadStream(place), bytes: found.size };
  }

  async remove(file: OwnFile): Promise<void> {
    await rm(this.#place(file), { force: true });
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

  #place({ id, bucket }: OwnFile): string {
    if (!ID.test(id)) throw new Error('This is not the id of a file.');
    return path.join(this.#folder, bucket, id.slice(0, 2), id);
  }

  async #refuseFullDisk(): Promise<void> {
    const { bavail, bsize } = await statfs(this.#folder);
    if (bavail * bsize < LEFT_FREE) throw new Failure('UNAVAILABLE', '服务器磁盘空间不足，暂时不能上传，请联系管理员');
  }
}
