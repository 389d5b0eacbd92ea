import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FieldValue, FileValue, RecordValues } from '#schemas/metadata/value.ts';
import { NOT_A_PICTURE, PDF_REFUSALS, TOO_LARGE_FILE, WRONG_FORMAT } from '#schemas/api/uploads.ts';
import { fieldType, isFile } from '#generators/field-types/registry.ts';
import type { Problem } from '#shared/errors.ts';
import { acceptsType } from '#shared/files/accepts.ts';
import type { Db } from '#server/db/database.ts';
import { nameOfType } from './file-name.ts';
import { fileAddress, ownFile } from './own-files.ts';
import { type FileRow, heldFiles, markUsed } from './queries.ts';

/** Files that an account may refer to, by id. */
export type TakenFiles = ReadonlyMap<string, FileRow>;

/** Who refers to files, and from where. */
export interface FileTaker {
  readonly accountId: string;
  /** Staff may refer to public files of others: a founder's logo becomes that of the company. */
  readonly isStaff: boolean;
  /** Addresses on other hosts are taken as well: those of rows that staff import. */
  readonly mayBeElsewhere: boolean;
}

const GONE = '文件不存在或已失效，请重新上传';
const NOT_PUBLIC = '此处的文件会公开显示，请重新上传';
const NOT_PRIVATE = '此处的文件不公开，请重新上传';
const ELSEWHERE = '请上传文件，不支持外部地址';

/**
 * Takes the files that some values or addresses name, for what the caller's transaction is about to write: those that the
 * taker may refer to are given and noted as used, so that they are not swept. Others are as files that are not there.
 * Names of other hosts are passed by.
 */
export async function takeFiles(
  trx: Db,
  values: readonly unknown[],
  { accountId, isStaff }: Pick<FileTaker, 'accountId' | 'isStaff'>,
  at: Date,
): Promise<TakenFiles> {
  const ids = new Set(values.flatMap((value) => ownFile(value)?.id ?? []));
  if (ids.size === 0) return new Map();
  const held = await heldFiles(trx, [...ids]);
  const taken = held.filter((file) => file.owner_id === accountId || (isStaff && file.bucket === 'public'));
  await markUsed(
    trx,
    taken.map(({ id }) => id),
    at,
  );
  return new Map(taken.map((file) => [file.id, file]));
}

/** Why a field may not hold one file; undefined when it may. */
function problemOf(
  field: FieldDefinition,
  value: unknown,
  taken: TakenFiles,
  mayBeElsewhere: boolean,
): string | undefined {
  const named = ownFile(value);
  if (!named) return mayBeElsewhere ? undefined : ELSEWHERE;
  const file = taken.get(named.id);
  if (!file || file.bucket !== named.bucket) return GONE;
  const isPrivate = field.config?.private === true;
  if (isPrivate !== (file.bucket === 'private')) return isPrivate ? NOT_PRIVATE : NOT_PUBLIC;
  if (fieldType(field).isPicture && !file.mime.startsWith('image/')) return NOT_A_PICTURE;
  if (!acceptsType(field.config?.accept, file.mime)) return WRONG_FORMAT;
  if (Number(file.bytes) > (field.config?.maxSize ?? Infinity)) return TOO_LARGE_FILE;
  if (field.config?.watermark !== true || file.pdf === 'open') return undefined;
  return file.pdf === null ? GONE : PDF_REFUSALS[file.pdf];
}

const addressOf = (value: FieldValue): string | undefined => (value as FileValue | null | undefined)?.url;

/** Fields that hold another file than before: what a record held was judged when it came. */
const changedFiles = (fields: readonly FieldDefinition[], old: RecordValues | undefined, values: RecordValues) =>
  fields
    .filter(isFile)
    .filter(({ apiName }) => values[apiName] && addressOf(old?.[apiName]) !== addressOf(values[apiName]));

/** What is wrong with the files that a record is to hold. */
export function fileProblems(
  fields: readonly FieldDefinition[],
  old: RecordValues | undefined,
  values: RecordValues,
  taken: TakenFiles,
  mayBeElsewhere: boolean,
): Problem[] {
  return changedFiles(fields, old, values).flatMap((field) => {
    const message = problemOf(field, values[field.apiName], taken, mayBeElsewhere);
    return message === undefined ? [] : [{ field: field.apiName, message }];
  });
}

/**
 * The record with the names and sizes of its files as we know them: file names from the client are ignored, or a plan
 * could be shown and saved under the name of a program.
 */
export function withKnownFiles(
  fields: readonly FieldDefinition[],
  old: RecordValues | undefined,
  values: RecordValues,
  taken: TakenFiles,
): RecordValues {
  const result: Record<string, FieldValue> = { ...values };
  const changed = new Set(changedFiles(fields, old, values));
  for (const field of fields.filter(isFile)) {
    const { apiName } = field;
    if (!values[apiName]) continue;
    const file = taken.get(ownFile(values[apiName])?.id ?? '');
    if (!changed.has(field)) result[apiName] = old?.[apiName];
    else if (file)
      result[apiName] = { url: fileAddress(file), name: nameOfType(file.name, file.mime), size: Number(file.bytes) };
  }
  return result;
}
