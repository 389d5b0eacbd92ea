import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { RecordValues } from '#schemas/metadata/value.ts';
import { isFile } from '#generators/field-types/registry.ts';
import type { Db } from '#server/db/database.ts';
import { type TakenFiles, takeFiles } from '#server/core/files/taken-files.ts';
import type { WriteContext } from './judgement.ts';

/** Takes the files that a batch of records names, as far as their writer may refer to them. */
export async function filesOfRecords(
  trx: Db,
  fields: readonly FieldDefinition[],
  inputs: readonly unknown[],
  { actor, roles, now }: WriteContext,
): Promise<TakenFiles> {
  const named = fields.filter(isFile).map(({ apiName }) => apiName);
  const values = inputs.flatMap((input) => named.map((apiName) => (input as RecordValues | null)?.[apiName]));
  return takeFiles(trx, values, { accountId: actor, isStaff: roles.includes('staff') }, now);
}
