import { OWN_FILE_SOURCE, type FileValue } from '#schemas/metadata/value.ts';
import type { Bucket } from '#schemas/api/uploads.ts';

const OWN_FILE = new RegExp(`^${OWN_FILE_SOURCE}$`);

/** A file that was uploaded here, as its address names it. */
export interface OwnFile {
  readonly id: string;
  readonly bucket: Bucket;
}

export const fileAddress = ({ id, bucket }: OwnFile): string => `/files/${bucket}/${id}`;

/** The file of ours that a value of an image or file field, or an address, names; undefined for any other. */
export function ownFile(value: unknown): OwnFile | undefined {
  const url = typeof value === 'string' ? value : (value as FileValue | null | undefined)?.url;
  if (typeof url !== 'string' || !OWN_FILE.test(url)) return undefined;
  const [, , bucket = '', id = ''] = url.split('/');
  return { id, bucket: bucket === 'public' ? 'public' : 'private' };
}
