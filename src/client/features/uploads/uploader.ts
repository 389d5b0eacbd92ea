import type { FileValue } from '#schemas/metadata/value.ts';
import { PDF_REFUSALS } from '#schemas/generated/api/uploads.ts';
import { fieldType } from '#generators/field-types/registry.ts';
import type { Api, Uploads } from '#client/lib/api.ts';
import { uploadSigned, type UploadWays } from '#client/lib/signed-upload.ts';
import type { Upload } from '#client/ui/field-types/field-type-ui.ts';
import { fileRefusal } from './file-check.ts';

/** Uploads what people choose in forms: a signature first, then the file to where that says. */
export class Uploader {
  readonly #ways: UploadWays;

  /** @param now milliseconds since 1970. */
  constructor(api: Api, uploads: Uploads, now: () => number) {
    this.#ways = { api, uploads, now };
  }

  /** Resolves to the value of the field. Throws an error whose message may be shown. */
  upload: Upload = async (file, { field, signal, onProgress }): Promise<FileValue> => {
    const refusal = fileRefusal(field, file);
    if (refusal !== undefined) throw new Error(refusal);
    const bucket = field.config?.private === true ? 'private' : 'public';
    const type = fieldType(field).isPicture ? 'pic' : 'file';
    const { pdf, ...value } = await uploadSigned(this.#ways, { file, bucket, type, signal, onProgress });
    if (field.config?.watermark === true && pdf !== undefined) throw new Error(PDF_REFUSALS[pdf]);
    return value;
  };
}
