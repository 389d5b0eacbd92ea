import type { FileValue } from '#schemas/metadata/value.ts';
import { signUpload, uploadFile } from '#schemas/api/uploads.ts';
import type { Api, Uploads } from '#client/lib/api.ts';
import type { Upload } from '#client/ui/field-types/field-type-ui.ts';
import { fileRefusal } from './file-check.ts';

/** What the call asks for; the server cuts it short. */
const YEAR_MS = 365 * 24 * 3600 * 1000;
const SAVE_KEY = '/{year}/{mon}/{day}/{random32}{.suffix}';

/** Uploads what people choose in forms: a signature first, then the file to where that says. */
export class Uploader {
  readonly #api: Api;
  readonly #transport: Uploads;
  readonly #now: () => number;

  /** @param now milliseconds since 1970. */
  constructor(api: Api, transport: Uploads, now: () => number) {
    this.#api = api;
    this.#transport = transport;
    this.#now = now;
  }

  /** Resolves to the value of the field. Throws an error whose message may be shown. */
  upload: Upload = async (file, { field, signal, onProgress }): Promise<FileValue> => {
    const refusal = fileRefusal(field, file);
    if (refusal !== undefined) throw new Error(refusal);
    const bucket = field.config?.private === true ? 'private' : 'public';
    const param = JSON.stringify({ bucket, expiration: this.#now() + YEAR_MS, 'save-key': SAVE_KEY });
    const type = field.type === 'image' ? 'pic' : 'file';
    const { server, signature, policy } = await this.#api.call(signUpload, { body: { param, type }, signal });
    return this.#transport.upload(uploadFile, {
      address: server,
      fields: { signature, policy },
      file,
      signal,
      onProgress: (sent) => onProgress(Math.min(1, sent / Math.max(1, file.size))),
    });
  };
}
