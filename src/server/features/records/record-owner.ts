import type { FieldValue } from '#schemas/metadata/value.ts';
import { companyLink } from '#generators/object.ts';
import type { Actor } from '#shared/policy/actor.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import type { ReadRecord } from '#server/core/lists/read-record.ts';
import { linkIds } from '#server/core/records/link-ids.ts';

/**
 * Whose a record is as this user asks for it: the user's, who speaks for the company that it belongs to; where it belongs to
 * none, who made it.
 */
export async function ownerOf(
  { definition }: CatalogObject,
  found: ReadRecord,
  actor: Actor,
  companiesOf: (accountId: string) => Promise<readonly string[]>,
): Promise<string | null> {
  const link = companyLink(definition);
  if (!link) return found.createdBy;
  const [company] = linkIds(found.record[link.apiName] as FieldValue);
  if (company === undefined || actor.id === null) return null;
  return (await companiesOf(actor.id)).includes(company) ? actor.id : null;
}
