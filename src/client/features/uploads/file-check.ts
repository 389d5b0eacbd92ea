import type { FieldDefinition } from '#schemas/metadata/field.ts';
import {
  MAX_FILE_BYTES,
  MAX_PICTURE_BYTES,
  NOT_A_PICTURE,
  TOO_LARGE_FILE,
  WRONG_FORMAT,
} from '#schemas/generated/api/uploads.ts';
import { fieldType } from '#generators/field-types/registry.ts';
import { acceptsType, typeOfName } from '#shared/files/accepts.ts';

/** Why a file is not uploaded, in the words of SPEC §8; undefined when it may be. The server judges it by its bytes again. */
export function fileRefusal(field: FieldDefinition, { name, type, size }: Pick<File, 'name' | 'type' | 'size'>) {
  const known = type || typeOfName(name) || '';
  const isPicture = known.startsWith('image/');
  if (fieldType(field).isPicture && !isPicture) return NOT_A_PICTURE;
  if (!acceptsType(field.config?.accept, known)) return WRONG_FORMAT;
  const most = Math.min(field.config?.maxSize ?? Infinity, isPicture ? MAX_PICTURE_BYTES : MAX_FILE_BYTES);
  return size > most ? TOO_LARGE_FILE : undefined;
}
