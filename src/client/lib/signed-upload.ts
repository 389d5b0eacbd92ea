import { type Bucket, signUpload, uploadFile, type UploadType } from '#schemas/api/uploads.ts';
import type { ReplyOf } from '#schemas/api/route.ts';
import type { Api, Uploads } from './api.ts';

/** What the call asks for; the server cuts it short. */
const YEAR_MS = 365 * 24 * 3600 * 1000;
const SAVE_KEY = '/{year}/{mon}/{day}/{random32}{.suffix}';

/** The ways to the server; `now` in milliseconds since 1970. */
export interface UploadWays {
  readonly api: Api;
  readonly uploads: Uploads;
  readonly now: () => number;
}

/** What goes up. `onProgress` hears which part of it has gone, from 0 to 1; `signal` gives it up. */
export interface SignedUpload {
  readonly file: File;
  readonly bucket: Bucket;
  readonly type: UploadType;
  readonly signal?: AbortSignal;
  readonly onProgress?: (part: number) => void;
}

/** Asks for a signature, then posts the file to where that says. Resolves to its address; throws `ApiFailure`. */
export async function uploadSigned(
  { api, uploads, now }: UploadWays,
  { file, bucket, type, signal = new AbortController().signal, onProgress }: SignedUpload,
): Promise<ReplyOf<typeof uploadFile>> {
  const param = JSON.stringify({ bucket, expiration: now() + YEAR_MS, 'save-key': SAVE_KEY });
  const { server, signature, policy } = await api.call(signUpload, { body: { param, type }, signal });
  return uploads.upload(uploadFile, {
    address: server,
    fields: { signature, policy },
    file,
    signal,
    onProgress: (sent) => onProgress?.(Math.min(1, sent / Math.max(1, file.size))),
  });
}
