import type { CaseState, IdentityCase, IdentityKind } from '#schemas/api/identity.ts';
import type { CertificationStates } from '#shared/policy/identity.ts';
import type { CaseRow } from './queries.ts';

const instant = (at: string | null): string | null => (at === null ? null : String(at));

/** Names of companies by id; those that are gone are left out. */
export type CompanyNames = (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** How submissions are shown to their owner and to staff: with the names of the companies that they are about. */
export async function caseView(
  rows: readonly CaseRow[],
  companyNames: CompanyNames,
): Promise<(row: CaseRow) => IdentityCase> {
  const ids = rows.flatMap(({ company_id: id }) => id ?? []);
  const names = ids.length === 0 ? new Map<string, string>() : await companyNames(ids);
  return (row) => shownCase(row, names);
}

function shownCase(row: CaseRow, names: ReadonlyMap<string, string>): IdentityCase {
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    objectApiName: row.object_api_name,
    recordId: row.record_id,
    title: row.title,
    companyId: row.company_id,
    companyName: names.get(row.company_id ?? '') ?? null,
    submittedAt: String(row.submitted_at),
    decidedAt: instant(row.decided_at),
    reason: row.reason,
    emailDueAt: row.state === 'EMAIL_PENDING' ? instant(row.email_due_at) : null,
    version: row.version,
  };
}

const stateOf = (rows: readonly CaseRow[], kind: IdentityKind): CaseState | null =>
  rows.find((row) => row.kind === kind)?.state ?? null;

/** The state of the two certifications that exclude each other: of each there is one submission at most. */
export const certificationStates = (roles: readonly string[], rows: readonly CaseRow[]): CertificationStates => ({
  roles,
  investor: stateOf(rows, 'investor'),
  serviceOrg: stateOf(rows, 'serviceOrg'),
});
