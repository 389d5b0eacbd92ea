import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Failure } from '#shared/errors.ts';
import { DAY_MS } from '#shared/time/durations.ts';
import { bytesOfFile, FILE_MODE, FOLDER_MODE } from '#server/platform/objects/folder-objects.ts';
import { importName, importReport } from '#server/platform/objects/object-names.ts';
import type { ObjectStore } from '#server/platform/objects/object-store.ts';

const PART = '.part';
const ID = /^[0-9a-f]{32}$/;
const FILE = 'file';
const REPORT = 'report';
/** An upload of another process may be under way in the same folder; none takes so long. */
const ABANDONED_AFTER_MS = DAY_MS;
/** A copy of what is in the bucket, which is fetched again where it is needed. */
const COPY_KEPT_MS = 7 * DAY_MS;
/** Bytes that an upload leaves free on the disk. */
const LEFT_FREE = 512 * 1024 * 1024;

export const FILE_GONE =
  '上传的文件不在这台服务器上：请在上传它的服务器上操作，或让各服务器共用同一个数据文件夹（JINGTU_DATA）或 S3 存储';

/** A file that was received whole. */
export interface Received {
  readonly id: string;
  readonly bytes: number;
  /** SHA-256, hex. */
  readonly hash: string;
}

/**
 * Uploaded files, each in a folder of its own named by the id of its import: the file names of users never become a
 * path. The folder is beside the data. With a bucket the files are there, and in the folder are copies to work on; without one,
 * processes that do not share the folder do not have each other's files.
 */
export class ImportFiles {
  readonly #folder: string;
  readonly #bucket: ObjectStore | undefined;

  constructor(folder: string, bucket?: ObjectStore) {
    this.#folder = folder;
    this.#bucket = bucket;
  }

  /** Where the file of an import is on this machine, once it was received or fetched. */
  file(id: string): string {
    return path.join(this.#folder, id, FILE);
  }

  /** Where reports of an import go. */
  reports(id: string): string {
    return path.join(this.#folder, id, REPORT);
  }

  /** Can this process have the file? */
  async has(id: string): Promise<boolean> {
    return existsSync(this.file(id)) || (await this.#bucket?.head(importName(id))) !== undefined;
  }

  /** Brings the file to this machine where it is not; false where it is gone. */
  async fetch(id: string): Promise<boolean> {
    return existsSync(this.file(id)) || this.#fetch(importName(id), this.file(id));
  }

  /** Brings the reports of an import to this machine that another process has written since. */
  async fetchReports(id: string): Promise<void> {
    if (!this.#bucket) return;
    for await (const { name, at } of this.#bucket.list(importReport(id, ''))) {
      const place = path.join(this.reports(id), path.posix.basename(name));
      const here = await stat(place).catch(() => undefined);
      if (!here || here.mtimeMs < at.getTime()) await this.#fetch(name, place);
    }
  }

  /** Keeps the reports of an import for the other processes. */
  async keepReports(id: string): Promise<void> {
    if (!this.#bucket) return;
    for (const name of await readdir(this.reports(id)).catch(() => []))
      await this.#bucket.put(importReport(id, name), bytesOfFile(path.join(this.reports(id), name)));
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
        createWriteStream(path.join(folder, FILE), { flags: 'wx', mode: FILE_MODE }),
      );
      if (isCut()) throw new Failure('TOO_LARGE', '文件超过 1 GB，请压缩为 .gz 或拆分后再上传');
      if (bytes === 0) throw new Failure('INVALID_BODY', '文件是空的');
      await this.#bucket?.put(importName(id), bytesOfFile(path.join(folder, FILE)));
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
    await this.#bucket?.remove(importName(id));
    if (this.#bucket)
      for await (const { name } of this.#bucket.list(importReport(id, ''))) await this.#bucket.remove(name);
    await rm(path.join(this.#folder, id), { recursive: true, force: true });
  }

  /** Removes what uploads left that were cut off with their process, and copies of what is in the bucket that none has used for days. */
  async removeAbandoned(now: Date): Promise<void> {
    for (const name of await readdir(this.#folder).catch(() => [])) {
      const folder = path.join(this.#folder, name);
      const found = await stat(folder).catch(() => undefined);
      const age = found ? now.getTime() - found.mtimeMs : 0;
      const isOver = name.endsWith(PART) ? age > ABANDONED_AFTER_MS : age > COPY_KEPT_MS && (await this.#isCopy(name));
      if (isOver) await rm(folder, { recursive: true, force: true });
    }
  }

  async #isCopy(id: string): Promise<boolean> {
    return ID.test(id) && (await this.#bucket?.head(importName(id))) !== undefined;
  }

  async #fetch(name: string, place: string): Promise<boolean> {
    const content = await this.#bucket?.read(name);
    if (!content) return false;
    await mkdir(path.dirname(place), { recursive: true, mode: FOLDER_MODE });
    const part = `${place}.${randomBytes(4).toString('hex')}${PART}`;
    try {
      await pipeline(content, createWriteStream(part, { flags: 'wx', mode: FILE_MODE }));
      await rename(part, place);
      return true;
    } finally {
      await rm(part, { force: true });
    }
  }
}
