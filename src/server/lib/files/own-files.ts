import { OWN_FILE_SOURCE, type FileValue } from '#schemas/metadata/value.ts';
import type { Bucket } from '#schemas/api/uploads.ts';
import type { Db } from '#server/db/database.ts';
import { insertGrant } from './queries.ts';

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

/**
 * Lets an account fetch a private file of another's from now on, in the caller's transaction: a business plan that was
 * asked for, a picture that was sent. @throws the database's error where there is no such file or account.
 */
export async function grantFile(trx: Db, fileId: string, accountId: string): Promise<void> {
  await insertGrant(trx, fileId, accountId);
}
