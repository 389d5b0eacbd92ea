import type { ColumnType, Generated } from 'kysely';
import type { Bucket, PdfState } from '#schemas/api/uploads.ts';

type Instant = ColumnType<string, string | Date | undefined, string | Date>;

/** Tables of uploads: see migrations/uploads.ts. */
export interface FileTables {
  /** Uploaded files; the bytes are in the upload folder. `used_at` is when a record first took the file. */
  file: {
    id: string;
    owner_id: string | null;
    bucket: Bucket;
    mime: string;
    bytes: string;
    /** Null, and a path, where the bytes are at a hosted storage. */
    sha256: string | null;
    hosted_path: Generated<string | null>;
    name: string;
    pdf: ColumnType<PdfState | null, PdfState | null | undefined, PdfState | null>;
    created_at: Instant;
    used_at: Instant | null;
    /** The private copy of a public file whose field is private now: nothing else leads to this one any more. */
    moved_to: Generated<string | null>;
  };
  /** Who may fetch a private file beside its owner and staff. */
  file_grant: { file_id: string; account_id: string; granted_at: Generated<Instant> };
  /** Upload signatures that were used. */
  upload_ticket: { id: string; account_id: string; used_at: Instant; bytes: Generated<string> };
}
