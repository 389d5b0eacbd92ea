import type { FieldValue } from '#schemas/metadata/value.ts';
import { ofCompanyLink } from '#generators/object.ts';
import { type Actor, isMember, isStaff } from '#shared/policy/actor.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import type { RecordReader } from '#server/core/lists/record-reader.ts';
import { linkIds } from '#server/core/records/link-ids.ts';

interface CompanyReaderDeps {
  readonly reader: RecordReader;
  /** Companies that an account speaks for. */
  readonly companiesOf: (accountId: string) => Promise<readonly string[]>;
}

/** Does a record belong to a company that the user speaks for, as its metadata says? Such a user needs no VIP for it. */
export async function isOfOwnCompany(
  { reader, companiesOf }: CompanyReaderDeps,
  object: CatalogObject,
  id: string,
  actor: Actor,
  today: string,
): Promise<boolean> {
  const link = ofCompanyLink(object.definition);
  if (!link || !isMember(actor) || isStaff(actor)) return false;
  const own = await companiesOf(actor.id);
  if (own.length === 0) return false;
  const found = await reader.read(object, id, { readable: ({ apiName }) => apiName === link.apiName, today });
  const companies = linkIds(found?.record[link.apiName] as FieldValue);
  return companies.some((company) => own.includes(company));
}

/** Are the rows of a list on the page of a company those that belong to it, and none of others? */
export function isListOfCompany(target: CatalogObject, fields: readonly string[] | undefined): boolean {
  const link = ofCompanyLink(target.definition);
  return link !== undefined && fields?.every((field) => field === link.apiName) === true;
}
