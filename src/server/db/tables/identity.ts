import type { ColumnType, Generated } from 'kysely';
import type { InvitationState, MemberRole } from '#schemas/api/company-members.ts';
import type { CaseState, IdentityKind } from '#schemas/api/identity.ts';
import type { CaseEventName } from '#schemas/api/identity-desk.ts';

type Instant = ColumnType<string, string | Date | undefined, string | Date>;

/** Tables of certifications: see migrations/identity.ts. */
export interface IdentityTables {
  /** What users let others see of them: see migrations/person-pages.ts. */
  person_page: {
    account_id: string;
    is_open: boolean;
    /** PAGE_PARTS of schemas/api/person-page.ts. */
    parts: string[];
    version: Generated<number>;
    changed_at: Instant;
  };
  /** What people handed in to be certified: schemas/api/identity.ts says what kind and state mean. */
  identity_case: {
    id: Generated<string>;
    account_id: string;
    kind: IdentityKind;
    object_api_name: string;
    record_id: string;
    title: string;
    state: CaseState;
    /** The role that its approval gives, as its form chose it. */
    role: string | null;
    company_id: string | null;
    client_key: string;
    /** Keyed hash of a work address, the address itself sealed, and when it was proved. */
    email_index: string | null;
    email_sealed: string | null;
    email_verified_at: Instant | null;
    /** Until when the link can be opened. */
    email_due_at: Instant | null;
    submitted_at: Instant;
    decided_by: string | null;
    decided_at: Instant | null;
    reason: string | null;
    version: Generated<number>;
  };
  /** What happened to each, permanently. */
  identity_case_event: {
    id: Generated<string>;
    case_id: string;
    at: Instant;
    actor_id: string | null;
    event: CaseEventName;
    state: CaseState;
    reason: string | null;
  };
  /** Who speaks for which company, by its InsightCompany record. One without a submission was invited. */
  company_member: {
    id: Generated<string>;
    company_id: string;
    account_id: string;
    role: Generated<MemberRole>;
    position: string;
    since: Instant;
    case_id: string | null;
    version: Generated<number>;
  };
  /** Whom owners of companies invited. */
  company_invitation: {
    id: Generated<string>;
    company_id: string;
    /** Its name then. */
    title: string;
    /** Null where no account has the number or name that was typed, which its sender does not learn. */
    account_id: string | null;
    /** What was typed, masked. */
    label: string;
    position: string;
    invited_by: string | null;
    state: Generated<InvitationState>;
    created_at: Instant;
    expires_at: Instant;
    decided_at: Instant | null;
    version: Generated<number>;
    client_key: string;
    /** Keyed hash of a number or an address that no account had when it was typed, for the account that proves it. */
    phone_index: string | null;
    email_index: string | null;
  };
  /** What staff decided that an account of an investor belongs to: its InsightOrg and its InsightInvestor record. */
  investor_link: {
    account_id: string;
    institution_id: string | null;
    investor_id: string | null;
    linked_by: string | null;
    linked_at: Instant;
    version: Generated<number>;
  };
  /** Half-filled forms, sealed as a whole: they hold numbers and addresses. */
  identity_draft: {
    id: Generated<string>;
    account_id: string;
    object_api_name: string;
    /** The company that it is about; 0 for a form that is about none. */
    company_id: Generated<string>;
    title: Generated<string>;
    sealed: string;
    saved_at: Instant;
  };
  /** Links mailed to prove a work address. */
  identity_mail: {
    token_hash: string;
    case_id: string;
    account_id: string;
    email_index: string;
    sent_at: Instant;
    expires_at: Instant;
    used_at: Instant | null;
  };
}
