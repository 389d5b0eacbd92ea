import type { UploadType } from '#schemas/api/uploads.ts';

/** A hosted storage goes by the ending of a file’s name, which it checks and signs. */
const PICTURES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
};
const DOCUMENTS: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
};

/** Endings that a file of a type may have. */
export const HOSTED_ENDINGS: Readonly<Record<UploadType, readonly string[]>> = {
  pic: Object.keys(PICTURES),
  file: [...Object.keys(PICTURES), ...Object.keys(DOCUMENTS)],
};

/** What a file with this ending is; undefined for one that is not taken. */
export function hostedMime(ending: string): string | undefined {
  const known = ending.toLowerCase();
  return PICTURES[known] ?? DOCUMENTS[known];
}
