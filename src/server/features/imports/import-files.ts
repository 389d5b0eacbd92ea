import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { FILE_MODE, FOLDER_MODE } from '#server/platform/files/file-store.ts';
import { pipeline } from 'node:stream/promises';
import { Failure } from '#shared/errors.ts';
import { DAY_MS } from '#shared/time/durations.ts';

const PART = '.part';
/** An upload of another process may be under way in the same folder; none takes so long. */
const ABANDONED_AFTER_MS = DAY_MS;
/** Bytes that an upload leaves free on the disk. */
const LEFT_FREE = 512 * 1024 * 1024;

/** A file that was received whole. */
export interface Received {
  readonly id: string;
  readonly bytes: number;
  /** SHA-256, hex. */
  readonly hash: string;
}

/**
 * Uploaded files, each in a folder of its own named by the id of its import: the file names of users never become a
 * path. The folder is beside the data; processes that do not share it do not have each other's files.
 */
export class ImportFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  file(id: string): string {
    return path.join(this.#folder, id, 'file');
  }

  /** Where reports of an import go. */
  reports(id: string): string {
    return path.join(this.#folder, id, 'report');
  }

  has(id: string): boolean {
    return existsSync(this.file(id));
  }

  /** Receives a file as it comes, never more of it in memory than a piece. What does not come whole leaves nothing. */
  async receive(stream: Readable, isCut: () => boolean): Promise<Received> {
    const id = randomBytes(16).toString('hex');
    const folder = path.join(this.#folder, `${id}${PART}`);
    await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
    try {
      await this.refuseFullDisk(0);
      const hash = createHash('sha256');
      let bytes = 0;
      await pipeline(
        stream,
        async function* counted(chunks: AsyncIterable<Buffer>) {
          for await (const chunk of chunks) {
            hash.update(chunk);
            bytes += chunk.length;
            yield chunk;
          }
        },
        createWriteStream(path.join(folder, 'file'), { flags: 'wx', mode: FILE_MODE }),
      );
      if (isCut()) throw new Failure('TOO_LARGE', '文件超过 1 GB，请压缩为 .gz 或拆分后再上传');
      if (bytes === 0) throw new Failure('INVALID_BODY', '文件是空的');
      await rename(folder, path.join(this.#folder, id));
      return { id, bytes, hash: hash.digest('hex') };
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  /** @throws Failure UNAVAILABLE when a file of so many bytes would fill the disk. */
  async refuseFullDisk(bytes: number): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: FOLDER_MODE });
    const { bavail, bsize } = await statfs(this.#folder);
    if (bavail * bsize < bytes + LEFT_FREE)
      throw new Failure('UNAVAILABLE', '服务器磁盘空间不足，暂时不能上传，请联系管理员');
  }

  async remove(id: string): Promise<void> {
    await rm(path.join(this.#folder, id), { recursive: true, force: true });
  }

  /** Removes what uploads left that were cut off with their process. */
  async removeAbandoned(now: Date): Promise<void> {
    for (const name of await readdir(this.#folder).catch(() => [])) {
      const folder = path.join(this.#folder, name);
      if (!name.endsWith(PART)) continue;
      const found = await stat(folder).catch(() => undefined);
      if (found && now.getTime() - found.mtimeMs > ABANDONED_AFTER_MS)
        await rm(folder, { recursive: true, force: true });
    }
  }
}
