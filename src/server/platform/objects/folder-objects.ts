import { createReadStream, createWriteStream, type Dirent } from 'node:fs';
import { access, chmod, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isImport, isUpload, refuseOtherName } from './object-names.ts';
import type { ByteRange, ListedObject, ObjectHead, ObjectStore } from './object-store.ts';

/** For the process's own user alone. */
export const FOLDER_MODE = 0o700;
export const FILE_MODE = 0o600;
/** Where what is still coming is. */
export const PARTS = 'parts';
const READ_BYTES = 2 ** 18;

/** Where an installation keeps its files on this machine. */
export interface Folders {
  /** Undefined where uploads are at a hosted storage. */
  readonly uploads: string | undefined;
  readonly imports: string;
}

/** The files of an installation in two folders, which its processes share. */
export class FolderObjects implements ObjectStore {
  readonly #folders: Folders;

  constructor(folders: Folders) {
    this.#folders = folders;
  }

  async head(name: string, count = 0): Promise<ObjectHead | undefined> {
    const found = await open(this.#place(name)).catch(unlessMissing);
    if (!found) return undefined;
    try {
      const { buffer, bytesRead } = await found.read(Buffer.alloc(count), 0, count, 0);
      return { bytes: (await found.stat()).size, first: buffer.subarray(0, bytesRead) };
    } finally {
      await found.close();
    }
  }

  async read(name: string, range?: ByteRange): Promise<Readable | undefined> {
    const found = await open(this.#place(name)).catch(unlessMissing);
    return found?.createReadStream({ highWaterMark: READ_BYTES, ...range });
  }

  async put(name: string, content: AsyncIterable<Buffer>, instead?: ObjectHead): Promise<void> {
    const place = this.#place(name);
    const parts = path.join(this.#root(name), PARTS);
    const part = path.join(parts, randomBytes(16).toString('hex'));
    for (const folder of [parts, path.dirname(place)]) await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
    try {
      await pipeline(content, createWriteStream(part, { flags: 'wx', mode: FILE_MODE, flush: true }));
      if (!instead || (await isThere(place))) await rename(part, place);
    } finally {
      await rm(part, { force: true });
    }
  }

  async remove(name: string): Promise<void> {
    await rm(this.#place(name), { force: true });
  }

  async *list(prefix: string): AsyncGenerator<ListedObject> {
    for (const [kind, folder] of Object.entries(this.#folders) as [keyof Folders, string | undefined][]) {
      if (folder === undefined || (!`${kind}/`.startsWith(prefix) && !prefix.startsWith(`${kind}/`))) continue;
      for await (const name of filesBelow(folder, kind)) {
        if (!name.startsWith(prefix) || !(isUpload(name) || isImport(name))) continue;
        const found = await stat(this.#place(name)).catch(unlessMissing);
        if (found) yield { name, bytes: found.size, at: found.mtime };
      }
    }
  }

  /** Folders of before there were modes. */
  async prepare(): Promise<void> {
    const { uploads } = this.#folders;
    if (uploads === undefined) return;
    for (const name of ['private', PARTS]) await chmod(path.join(uploads, name), FOLDER_MODE).catch(() => undefined);
  }

  #root(name: string): string {
    refuseOtherName(name);
    const folder = isUpload(name) ? this.#folders.uploads : this.#folders.imports;
    if (folder === undefined) throw new Error('Uploads are not kept here.');
    return folder;
  }

  #place(name: string): string {
    return path.join(this.#root(name), ...name.split('/').slice(1));
  }
}

const isThere = (place: string): Promise<boolean> =>
  access(place).then(
    () => true,
    () => false,
  );

/** Not made yet, or taken away meanwhile. */
function unlessMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}

async function* filesBelow(folder: string, name: string): AsyncGenerator<string> {
  const entries: Dirent[] = (await readdir(folder, { withFileTypes: true }).catch(unlessMissing)) ?? [];
  for (const entry of entries) {
    const next = `${name}/${entry.name}`;
    if (entry.isDirectory()) yield* filesBelow(path.join(folder, entry.name), next);
    else yield next;
  }
}

/** The bytes of a file of this machine. */
export const bytesOfFile = (place: string): AsyncIterable<Buffer> =>
  createReadStream(place, { highWaterMark: READ_BYTES });
