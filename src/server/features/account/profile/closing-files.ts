import { isFile } from '#generators/field-types/registry.ts';
import type { Db } from '#server/db/database.ts';
import type { Vault } from '#server/db/vault.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { ownFile } from '#server/core/files/own-files.ts';
import { recordsByIds } from '#server/core/records/queries.ts';
import { handedInCompanies, idsOfOwn } from './queries.ts';

/** Records of one object whose files are looked for. */
const MOST_RECORDS = 10_000;

/** Ids of the files that an account's picture and its records of these objects name, save those that its companies show. */
export async function personalFiles(
  trx: Db,
  vault: Vault,
  own: {
    readonly accountId: string;
    readonly avatar: string | null;
    readonly objects: readonly CatalogObject[];
    readonly company: CatalogObject | undefined;
  },
): Promise<string[]> {
  const values: unknown[] = [own.avatar];
  for (const object of own.objects) {
    const fields = object.fields.filter(isFile);
    const ids = fields.length === 0 ? [] : await idsOfOwn(trx, object, own.accountId, MOST_RECORDS);
    const records = await recordsByIds(trx, vault, object, ids, false);
    for (const record of records) values.push(...fields.map(({ apiName }) => record.values[apiName]));
  }
  const kept = new Set(await companyFiles(trx, vault, own.company, own.accountId));
  return values.flatMap((value) => ownFile(value)?.id ?? []).filter((id) => !kept.has(id));
}

/** Ids of the files of companies that an account handed in: they became those of the company. */
async function companyFiles(
  trx: Db,
  vault: Vault,
  company: CatalogObject | undefined,
  accountId: string,
): Promise<string[]> {
  const ids = company ? await handedInCompanies(trx, accountId) : [];
  if (!company || ids.length === 0) return [];
  const records = await recordsByIds(trx, vault, company, ids, false);
  const fields = company.fields.filter(isFile);
  return records.flatMap(({ values }) => fields.flatMap(({ apiName }) => ownFile(values[apiName])?.id ?? []));
}
