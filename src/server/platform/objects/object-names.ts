import { BUCKETS } from '#schemas/api/uploads.ts';

/** Names that files of an installation can have, in archives and stores; any other one is not written anywhere. */
const UPLOAD = new RegExp(`^uploads/(${BUCKETS.join('|')})/([0-9a-f]{2})/\\2[0-9a-f]{30}$`);
const IMPORT = /^imports\/[0-9a-f]{32}\/(file|report\/[\w.-]{1,200})$/;

export const UPLOADS = 'uploads/';
export const PRIVATE_UPLOADS = 'uploads/private/';
export const IMPORTS = 'imports/';

export const isUpload = (name: string): boolean => UPLOAD.test(name);
export const isImport = (name: string): boolean => IMPORT.test(name);

/** The id of an upload that is kept sealed, by its name; undefined for any other file. */
export const sealedUploadId = (name: string): string | undefined =>
  isUpload(name) && name.startsWith(PRIVATE_UPLOADS) ? name.split('/').at(-1) : undefined;

export const uploadName = (bucket: string, id: string): string => `${UPLOADS}${bucket}/${id.slice(0, 2)}/${id}`;

/** @throws Error for a name that no file of an installation has */
export function refuseOtherName(name: string): void {
  if (!isUpload(name) && !isImport(name)) throw new Error('This is not a file of ours.');
}

export const importName = (id: string): string => `${IMPORTS}${id}/file`;
/** A report of an import; the beginning of all of them where `report` is empty. */
export const importReport = (id: string, report: string): string => `${IMPORTS}${id}/report/${report}`;
