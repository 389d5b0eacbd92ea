import { createHash } from 'node:crypto';
import type { Bucket, PdfState } from '#schemas/api/uploads.ts';
import type { FileValue } from '#schemas/metadata/value.ts';
import type { Db } from '#server/db/database.ts';
import { TEST_NOW } from '#tests/support/databases/kept-databases.ts';

interface StoredFile {
  readonly name: string;
  readonly mime: string;
  /** What was found in a PDF when it came. */
  readonly pdf?: PdfState | null;
  readonly bucket?: Bucket;
  /** A user who uploaded it; an unknown user when null. */
  readonly ownerId: string | null;
}

/** What a record holds of such a file; the same file of the same account is always the same. */
export function fileValueOf({ name, bucket = 'public', ownerId }: Omit<StoredFile, 'mime' | 'pdf'>): FileValue {
  const id = createHash('md5').update(`${ownerId} ${bucket} ${name}`).digest('hex');
  return { url: `/files/${bucket}/${id}`, name, size: 4096 };
}

/** A file that was uploaded, without its bytes. */
export async function storedFile(db: Db, file: StoredFile): Promise<FileValue> {
  const { name, mime, bucket = 'public', ownerId, pdf = null } = file;
  const value = fileValueOf(file);
  const id = value.url.split('/').at(-1) ?? '';
  const row = { id, bucket, owner_id: ownerId, mime, name, bytes: '4096', sha256: 'unknown', pdf };
  await db
    .insertInto('file')
    .values({ ...row, created_at: TEST_NOW })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  return value;
}

/** A picture that an account uploaded. */
export const storedPicture = (db: Db, ownerId: string | null, bucket: Bucket = 'public'): Promise<FileValue> =>
  storedFile(db, { name: 'picture.png', mime: 'image/png', bucket, ownerId });

/** A plan that an account uploaded for those whom it lets in. */
export const storedPlan = (db: Db, ownerId: string | null): Promise<FileValue> =>
  storedFile(db, { name: '商业计划书.pdf', mime: 'application/pdf', bucket: 'private', ownerId, pdf: 'open' });
