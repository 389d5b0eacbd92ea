import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { companyLink } from '#generators/object.ts';
import { quote } from '#generators/storage.ts';
import type { Parameters } from './parameters.ts';

/**
 * A test that a record is this account's own: of a company that it speaks for at this moment, where the records of the object
 * belong to companies; otherwise made by it. `alias` is the table in the query.
 */
export function isOwn(
  { definition }: { readonly definition: ObjectDefinition },
  owner: string,
  parameters: Parameters,
  alias?: string,
): string {
  const of = (column: string) => (alias === undefined ? quote(column) : `${alias}.${quote(column)}`);
  const link = companyLink(definition);
  if (!link) return `${of('createdBy')} = ${parameters.add(owner, 'text')}`;
  // A visitor has no account.
  const account = `account_id = nullif(${parameters.add(owner, 'text')}, '')::bigint`;
  return `${of(link.apiName)} in (select company_id from company_member where ${account})`;
}
