import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { KeepCover } from '#client/features/staff/live-draft.ts';
import { Uploader } from '#client/features/uploads/uploader.ts';
import { type Api, HttpApi } from '#client/lib/api.ts';

/** The picture of a live, which everybody may see. */
const COVER: FieldDefinition = {
  apiName: 'liveCover',
  label: '封面',
  type: 'image',
  required: false,
  config: { accept: 'image/png,image/jpeg,image/webp' },
};

/** Uploads pictures of lives: past the guarded api, which signs for them. */
export function coverKeeper(api: Api): KeepCover {
  const uploader = new Uploader(api, new HttpApi(), () => Date.now());
  return async (file, signal) =>
    (await uploader.upload(file, { field: COVER, signal, onProgress: () => undefined })).url;
}
