import { MAX_PICTURE_BYTES, NOT_A_PICTURE, TOO_LARGE_FILE, WRONG_FORMAT } from '#schemas/generated/api/uploads.ts';

/** Pictures that can be kept. */
const FORMATS = /^image\/(jpe?g|png|gif|webp)$/;

/** Why a picture is not sent, in the words of SPEC §8; undefined when it may be. */
export function pictureRefusal({ type, size }: Pick<File, 'type' | 'size'>): string | undefined {
  if (!type.startsWith('image/')) return NOT_A_PICTURE;
  if (!FORMATS.test(type)) return WRONG_FORMAT;
  return size > MAX_PICTURE_BYTES ? TOO_LARGE_FILE : undefined;
}
