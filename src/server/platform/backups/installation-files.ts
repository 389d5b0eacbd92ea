import { createWriteStream, type Dirent } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { BUCKETS } from '#schemas/api/uploads.ts';

import { FILE_MODE, FOLDER_MODE } from '#server/platform/files/file-store.ts';

/** Where an installation keeps what is not in its database. */
export interface Folders {
  /** Undefined where uploads are at a hosted storage. */
  readonly uploads: string | undefined;
  readonly imports: string;
}

/** Names that files of an installation can have; any other one is not written anywhere. */
const UPLOAD = new RegExp(`^uploads/(${BUCKETS.join('|')})/([0-9a-f]{2})/\\2[0-9a-f]{30}$`);
const IMPORT = /^imports\/[0-9a-f]{32}\/(file|report\/[\w.-]{1,200})$/;

export const isUpload = (name: string): boolean => UPLOAD.test(name);
export const isImport = (name: string): boolean => IMPORT.test(name);
/** The id of an upload that is kept sealed, by its name; undefined for any other file. */
export const sealedUploadId = (name: string): string | undefined =>
  isUpload(name) && name.startsWith('uploads/private/') ? name.split('/').at(-1) : undefined;
export const uploadName = (bucket: string, id: string): string => `uploads/${bucket}/${id.slice(0, 2)}/${id}`;

async function entriesOf(folder: string): Promise<Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    // Not made yet, or taken away meanwhile.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  });
}

async function* filesBelow(folder: string, name: string): AsyncGenerator<string> {
  for (const entry of await entriesOf(folder)) {
    const next = `${name}/${entry.name}`;
    if (entry.isDirectory()) yield* filesBelow(path.join(folder, entry.name), next);
    else yield next;
  }
}

/** Names of all files of an installation, whole ones alone: uploads and imports that are coming have other places. */
export async function* installationFiles({ uploads, imports }: Folders): AsyncGenerator<string> {
  if (uploads !== undefined) for await (const name of filesBelow(uploads, 'uploads')) if (isUpload(name)) yield name;
  for await (const name of filesBelow(imports, 'imports')) if (isImport(name)) yield name;
}

/** @throws Error for a name that no file of an installation has */
export function placeOf(folders: Folders, name: string): string {
  const [kind, ...rest] = name.split('/');
  const folder = kind === 'uploads' ? folders.uploads : folders.imports;
  if (folder === undefined || !(isUpload(name) || isImport(name))) throw new Error('This is not a file of ours.');
  return path.join(folder, ...rest);
}

/** The bytes of a file; undefined where it was taken away meanwhile. */
export async function openFile(place: string): Promise<AsyncIterable<Buffer> | undefined> {
  try {
    return (await open(place)).createReadStream({ highWaterMark: 2 ** 18 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Writes a file so that it is there whole or not at all. */
export async function writeFileWhole(place: string, source: AsyncIterable<Buffer>): Promise<void> {
  await mkdir(path.dirname(place), { recursive: true, mode: FOLDER_MODE });
  const part = `${place}.${randomBytes(4).toString('hex')}.part`;
  try {
    await pipeline(source, createWriteStream(part, { flags: 'wx', flush: true, mode: FILE_MODE }));
    await rename(part, place);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
