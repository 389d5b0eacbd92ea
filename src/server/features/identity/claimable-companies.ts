import type { ClaimableCompany } from '#schemas/api/identity-companies.ts';
import { BINDINGS } from '#schemas/bindings.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { boundValues } from '#shared/bindings/bound-values.ts';

import type { Member } from '#shared/policy/actor.ts';
import { mayReadField } from '#shared/policy/decide.ts';
import { listAccess } from '#server/core/lists/list-access.ts';
import type { CompanyDeps } from './companies.ts';
import { claimedCompanies, membersOfMany } from './company-queries.ts';

const SUGGESTIONS = 10;
const { object: COMPANY, fields: FIELDS } = BINDINGS.company;
const TOLD: readonly string[] = [FIELDS.name, FIELDS.legalName, FIELDS.creditCode].map(({ apiName }) => apiName);
/** A unified social credit code, as it is printed and pasted: blanks in it mean nothing. */
const CODE = /^[0-9A-Z]{18}$/;

/**
 * Companies that a word or a whole credit code may mean, with what the register knows of them, and what a claim of
 * this user would meet. @throws Failure when the list of companies is closed to the person.
 */
export async function claimableCompanies(
  { database, catalog, reader, now }: Pick<CompanyDeps, 'database' | 'catalog' | 'reader' | 'now'>,
  word: string,
  actor: Member,
): Promise<ClaimableCompany[]> {
  const object = catalog.object(COMPANY);
  const { owner, scope: listed } = listAccess(object, actor, now(), catalog);
  // What the register says is for everyone who looks for their own company, also where it is in no list that they may see.
  const readable = (field: FieldDefinition) =>
    listed.readable(field) || (TOLD.includes(field.apiName) && mayReadField(actor, field));
  const scope = { ...listed, readable };
  const isOpen = (apiName: string) => object.fields.some((field) => field.apiName === apiName && readable(field));
  const fields = TOLD.filter(isOpen);
  const text = word.trim();
  const code = text.replaceAll(/\s/g, '').toUpperCase();
  const isCode = CODE.test(code) && isOpen(FIELDS.creditCode.apiName);
  const filter = { field: FIELDS.creditCode.apiName, op: 'eq', value: code };
  const ofCode = { owner, filter, keyword: code, sort: [], fields, pageSize: SUGGESTIONS };
  const named = isCode
    ? (await reader.list(object, ofCode, scope)).list.map(({ id }) => ({ id, matched: undefined }))
    : await reader.searchNames(object, { text, limit: SUGGESTIONS, owner, scope, readable });
  if (named.length === 0) return [];
  const ids = named.map(({ id }) => id);
  const { list } = await reader.list(object, { owner, ids, sort: [], fields, pageSize: SUGGESTIONS }, scope);
  const members = await membersOfMany(database.db, ids);
  const pending = new Set(await claimedCompanies(database.db, actor.id));
  const claimOf = (id: string): ClaimableCompany['claim'] => {
    const own = members.filter(({ company_id: companyId }) => companyId === id);
    if (own.some(({ account_id: accountId }) => accountId === actor.id)) return 'mine';
    if (pending.has(id)) return 'pending';
    return own.length > 0 ? 'claimed' : 'open';
  };
  return named.flatMap(({ id, matched = '' }) => {
    const row = list.find((one) => one.id === id);
    if (!row) return [];
    const { name = '', legalName = '', creditCode = '' } = boundValues(BINDINGS.company, row);
    const hint = matched === legalName ? '' : matched;
    return [{ id, name, hint, legalName, creditCode, claim: claimOf(id) }];
  });
}
