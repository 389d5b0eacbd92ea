import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { RecordValues } from '#schemas/metadata/value.ts';
import { NOT_A_PICTURE, TOO_LARGE_FILE, WRONG_FORMAT } from '#schemas/api/uploads.ts';
import type { Problem } from '#shared/errors.ts';
import { acceptsType } from '#shared/files/accepts.ts';
import type { Db } from '#server/db/database.ts';
import { ownFile } from './own-files.ts';
import { type FileRow, heldFiles, markUsed } from './queries.ts';

/** Files that an account may refer to, by id. */
export type TakenFiles = ReadonlyMap<string, FileRow>;

const GONE = '文件不存在或已失效，请重新上传';
const NOT_PUBLIC = '此处的文件会公开显示，请重新上传';
const NOT_PRIVATE = '此处的文件不公开，请重新上传';

/**
 * Takes the files that some values or addresses name, for what the caller's transaction is about to write: those that are
 * public or the account's own are given and noted as used, so that they are not swept. Others are as files that are not
 * there. Names of other hosts are passed by.
 */
export async function takeFiles(trx: Db, values: readonly unknown[], accountId: string, at: Date): Promise<TakenFiles> {
  const ids = new Set(values.flatMap((value) => ownFile(value)?.id ?? []));
  if (ids.size === 0) return new Map();
  const held = await heldFiles(trx, [...ids]);
  const taken = held.filter((file) => file.bucket === 'public' || file.owner_id === accountId);
  await markUsed(
    trx,
    taken.map(({ id }) => id),
    at,
  );
  return new Map(taken.map((file) => [file.id, file]));
}

export const isFileField = ({ type }: FieldDefinition): boolean => type === 'image' || type === 'file';

/** What stands against one file in a field; undefined when nothing does. An address elsewhere is not ours to judge. */
function problemOf(field: FieldDefinition, value: unknown, taken: TakenFiles): string | undefined {
  const named = ownFile(value);
  if (!named) return undefined;
  const file = taken.get(named.id);
  if (!file || file.bucket !== named.bucket) return GONE;
  const isPrivate = field.config?.private === true;
  if (isPrivate !== (file.bucket === 'private')) return isPrivate ? NOT_PRIVATE : NOT_PUBLIC;
  if (field.type === 'image' && !file.mime.startsWith('image/')) return NOT_A_PICTURE;
  if (!acceptsType(field.config?.accept, file.mime)) return WRONG_FORMAT;
  return Number(file.bytes) > (field.config?.maxSize ?? Infinity) ? TOO_LARGE_FILE : undefined;
}

/** What stands against the files that a record is to hold; what it held before was judged when it came. */
export function fileProblems(
  fields: readonly FieldDefinition[],
  old: RecordValues | undefined,
  values: RecordValues,
  taken: TakenFiles,
): Problem[] {
  return fields.filter(isFileField).flatMap((field) => {
    const [before, after] = [old?.[field.apiName], values[field.apiName]].map(ownFile);
    if (!after || (before?.id === after.id && before.bucket === after.bucket)) return [];
    const message = problemOf(field, values[field.apiName], taken);
    return message === undefined ? [] : [{ field: field.apiName, message }];
  });
}
