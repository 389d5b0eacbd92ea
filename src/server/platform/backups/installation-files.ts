import { FolderObjects, type Folders } from '#server/platform/objects/folder-objects.ts';
import { IMPORTS, UPLOADS } from '#server/platform/objects/object-names.ts';
import type { ObjectStore } from '#server/platform/objects/object-store.ts';

/** Where an installation keeps what is not in its database. */
export interface InstallationFiles extends Folders {
  /** The bucket that takes the place of the folders. */
  readonly bucket?: ObjectStore | undefined;
}

export const storeOf = ({ bucket, ...folders }: InstallationFiles): ObjectStore => bucket ?? new FolderObjects(folders);

/** Names of all files of an installation, whole ones alone: uploads and imports that are coming have other places. */
export async function* installationFiles(files: InstallationFiles): AsyncGenerator<string> {
  const store = storeOf(files);
  if (files.uploads !== undefined) for await (const { name } of store.list(UPLOADS)) yield name;
  for await (const { name } of store.list(IMPORTS)) yield name;
}
