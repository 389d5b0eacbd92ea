import { BINDINGS } from '#schemas/bindings.ts';
import type { FieldValue } from '#schemas/metadata/value.ts';
import { ofCompanyLink } from '#generators/object.ts';
import { type Actor, isMember, isStaff } from '#shared/policy/actor.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { ALL_ROWS } from '#server/core/lists/rows-of.ts';
import type { RecordReader } from '#server/core/lists/record-reader.ts';
import { linkIds } from '#server/core/records/link-ids.ts';

/** Must it be known for which companies a user speaks, when a record of this object is read? */
export const mayBelongTo = ({ apiName, definition }: CatalogObject, actor: Actor): boolean =>
  isMember(actor) &&
  !isStaff(actor) &&
  (apiName === BINDINGS.company.object || ofCompanyLink(definition) !== undefined);

/** Does a record belong to one of some companies, as its metadata says? A user who speaks for it needs no VIP for the record. */
export async function isOfCompanies(
  reader: RecordReader,
  object: CatalogObject,
  id: string,
  companies: readonly string[],
  today: string,
): Promise<boolean> {
  const link = ofCompanyLink(object.definition);
  if (!link || companies.length === 0) return false;
  const scope = { readable: ({ apiName }: { apiName: string }) => apiName === link.apiName, rowsOf: ALL_ROWS, today };
  const found = await reader.read(object, id, scope);
  return linkIds(found?.record[link.apiName] as FieldValue).some((company) => companies.includes(company));
}

/** Are the rows of a list on the page of a company those that belong to it, and none of others? */
export function isListOfCompany(target: CatalogObject, fields: readonly string[] | undefined): boolean {
  const link = ofCompanyLink(target.definition);
  return link !== undefined && fields?.every((field) => field === link.apiName) === true;
}
