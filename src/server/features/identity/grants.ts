import { BINDINGS } from '#schemas/bindings.ts';
import type { RecordValues } from '#schemas/metadata/value.ts';
import { boundValues, recordValues } from '#shared/bindings/bound-values.ts';
import { Failure } from '#shared/errors.ts';
import { roleGranted, rolesAfter } from '#shared/policy/identity.ts';
import type { Db } from '#server/db/database.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import type { WriteContext } from '#server/core/records/judgement.ts';
import type { StoredRecord } from '#server/core/records/queries.ts';
import type { RecordWriter } from '#server/core/records/record-writer.ts';
import { addMember, endMembership } from './company-queries.ts';
import { type Freed, settleOwner } from './members/ownership.ts';
import { lockCompany } from './members/queries.ts';
import { companyValues, FOUNDER_SOURCE } from './company-record.ts';
import { endLink } from './investor-links.ts';
import { type AccountRow, type CaseRow, grantedRoles, setRoles } from './queries.ts';

const COMPANY = BINDINGS.company.object;

/** The role that a form chooses; undefined for a form that has no such field. */
const chosenRole: Readonly<Record<CaseRow['kind'], (values: RecordValues) => string | undefined>> = {
  investor: (values) => boundValues(BINDINGS.investorForm, values).role,
  serviceOrg: (values) => boundValues(BINDINGS.serviceOrgForm, values).role,
  founder: () => undefined,
  claim: () => undefined,
};

/** What the user is in the organisation that a form names; empty for none. */
export function positionOf(kind: CaseRow['kind'], values: RecordValues): string {
  const forms = {
    investor: BINDINGS.investorForm,
    serviceOrg: BINDINGS.serviceOrgForm,
    founder: BINDINGS.companyForm,
    claim: BINDINGS.claimForm,
  };
  return boundValues(forms[kind], values).position ?? '';
}

/** The role that a submission asks for. @throws Failure INVALID_BODY when its form chose none that there is. */
export function wantedRole(kind: CaseRow['kind'], values: RecordValues): string {
  const role = roleGranted(kind, chosenRole[kind](values));
  if (role === undefined) throw new Failure('INVALID_BODY', '提交的身份无法识别，请退回修改');
  return role;
}

/**
 * The company that an approved founder speaks for: the one claimed, the known one that staff chose, or a new record.
 * @throws Failure INVALID_BODY when the rules of companies refuse what was handed in.
 */
export async function companyOf(
  trx: Db,
  writer: RecordWriter,
  { row, values, linkTo }: { row: CaseRow; values: RecordValues; linkTo: string | undefined },
  context: WriteContext,
): Promise<string | null> {
  if (row.kind === 'claim') return (await writer.read(trx, COMPANY, row.company_id ?? '0')).id;
  if (row.kind !== 'founder') return null;
  if (linkTo !== undefined) {
    const known = await writer.read(trx, COMPANY, linkTo);
    await deliverPlan(trx, writer, { row, values, company: known }, context);
    return known.id;
  }
  const company = companyValues(values, shanghaiDay(context.now));
  const created = await writer.create(COMPANY, `identity-case-${row.id}`, company, context, trx);
  const { id } = created;
  await deliverPlan(trx, writer, { row, values, company: created }, context);
  const { actor, now } = context;
  const said = { apiName: COMPANY, recordId: id, actor, now, source: FOUNDER_SOURCE };
  await writer.stateCounted(trx, company as RecordValues, said);
  return id;
}

/** Keeps the plan that was handed in with a company as that of the company, unless it has one. The founder does: the file is the founder's. */
async function deliverPlan(
  trx: Db,
  writer: RecordWriter,
  { row, values, company }: { row: CaseRow; values: RecordValues; company: StoredRecord },
  context: WriteContext,
): Promise<void> {
  const { plan } = boundValues(BINDINGS.companyForm, values);
  const { plan: present } = boundValues(BINDINGS.companyCard, company.values);
  if (!plan || present) return;
  const founder = { ...context, actor: row.account_id, roles: [] };
  await writer.update(COMPANY, company.id, company.version, recordValues(BINDINGS.companyCard, { plan }), founder, trx);
}

/** Gives what an approval brings: the role, and the place in the company where it is about one. */
export async function grant(
  trx: Db,
  account: AccountRow,
  approved: CaseRow,
  position: string,
  now: Date,
): Promise<void> {
  if (approved.company_id !== null) {
    const member = { companyId: approved.company_id, accountId: account.id, position, caseId: approved.id };
    await lockCompany(trx, member.companyId);
    await addMember(trx, member, now);
  }
  await settleRoles(trx, account, approved.kind);
}

/** Takes what an approval brought, after it was revoked or given up. */
export async function takeBack(
  trx: Db,
  account: AccountRow,
  ended: CaseRow,
  { now, freed }: { readonly now: Date; readonly freed: Freed },
): Promise<void> {
  if (ended.company_id !== null) await lockCompany(trx, ended.company_id);
  await endMembership(trx, ended.id);
  if (ended.company_id !== null) await settleOwner(trx, ended.company_id, now, freed);
  if (ended.kind === 'investor') await endLink(trx, account.id);
  await settleRoles(trx, account, ended.kind);
}

async function settleRoles(trx: Db, account: AccountRow, kind: CaseRow['kind']): Promise<void> {
  await setRoles(trx, account.id, rolesAfter(account.roles, kind, await grantedRoles(trx, account.id)));
}
