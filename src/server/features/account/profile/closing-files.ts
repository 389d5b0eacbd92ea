import { isFile } from '#generators/field-types/registry.ts';
import type { Db } from '#server/db/database.ts';
import type { Vault } from '#server/db/vault.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { ownFile } from '#server/core/files/own-files.ts';
import { recordsByIds } from '#server/core/records/queries.ts';
import { idsOfOwn } from './queries.ts';

/** Records of one object whose files are looked for. */
const MOST_RECORDS = 10_000;

/** Ids of the files that an account's picture and its records of these objects name. */
export async function personalFiles(
  trx: Db,
  vault: Vault,
  own: { readonly accountId: string; readonly avatar: string | null; readonly objects: readonly CatalogObject[] },
): Promise<string[]> {
  const values: unknown[] = [own.avatar];
  for (const object of own.objects) {
    const fields = object.fields.filter(isFile);
    const ids = fields.length === 0 ? [] : await idsOfOwn(trx, object, own.accountId, MOST_RECORDS);
    const records = await recordsByIds(trx, vault, object, ids, false);
    for (const record of records) values.push(...fields.map(({ apiName }) => record.values[apiName]));
  }
  return values.flatMap((value) => ownFile(value)?.id ?? []);
}
