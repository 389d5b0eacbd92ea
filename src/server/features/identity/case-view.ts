import type { CaseState, IdentityCase, IdentityKind } from '#schemas/api/identity.ts';
import type { CertificationStates } from '#shared/policy/identity.ts';
import type { CaseRow } from './queries.ts';

const instant = (at: string | null): string | null => (at === null ? null : String(at));

/** A submission as its owner and staff see it. */
export function shownCase(row: CaseRow): IdentityCase {
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    objectApiName: row.object_api_name,
    recordId: row.record_id,
    title: row.title,
    companyId: row.company_id,
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
