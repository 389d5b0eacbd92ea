import type { Bucket, HostedReply, UploadType } from '#schemas/api/uploads.ts';
import { signUpload, takeHostedFile, uploadFile } from '#schemas/generated/api/uploads.ts';
import type { Call, ReplyOf } from '#schemas/api/route.ts';
import type { TSchema } from 'typebox';
import type { Api, Uploads } from './api.ts';
import { DAY_MS } from '#shared/time/durations.ts';

/** What the call asks for; the server cuts it short. */
const YEAR_MS = 365 * DAY_MS;
const SAVE_KEY = '/{year}/{mon}/{day}/{random32}{.suffix}';

/** The same post, as a hosted storage answers it. */
const AT_THE_STORAGE: Call<TSchema, TSchema, TSchema, typeof HostedReply> = {
  method: uploadFile.method,
  path: uploadFile.path,
  encoding: 'multipart',
};

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

/**
 * Asks for a signature, then posts the file to where that says; what a hosted storage answers is brought to the server.
 * Resolves to its address; throws `ApiFailure`.
 */
export async function uploadSigned(
  { api, uploads, now }: UploadWays,
  { file, bucket, type, signal = new AbortController().signal, onProgress }: SignedUpload,
): Promise<ReplyOf<typeof uploadFile>> {
  const param = JSON.stringify({ bucket, expiration: now() + YEAR_MS, 'save-key': SAVE_KEY });
  const { server, signature, policy, isHosted } = await api.call(signUpload, { body: { param, type }, signal });
  const input = {
    address: server,
    fields: { signature, policy },
    file,
    signal,
    onProgress: (sent: number) => onProgress?.(Math.min(1, sent / Math.max(1, file.size))),
  };
  if (!isHosted) return uploads.upload(uploadFile, input);
  const { code, message, url, time, sign } = await uploads.upload(AT_THE_STORAGE, { ...input, isForeign: true });
  const answer = { code, message, url, time, sign, name: file.name, size: file.size };
  return api.call(takeHostedFile, { body: answer, signal });
}
