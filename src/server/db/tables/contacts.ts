import type { ColumnType, Generated } from 'kysely';
import type { ViewTerms } from '#schemas/api/contact-views.ts';
import type { ContactKind } from '#schemas/api/contacts.ts';
import type { PlanRequestState } from '#schemas/api/plans.ts';

type Instant = ColumnType<string, string | Date | undefined, string | Date>;

/** Tables of contacts: see migrations/contacts.ts. */
export interface ContactTables {
  /** Values by which people are reached: sealed, in src/server/features/contacts. */
  contact_card: { account_id: string; kind: ContactKind; sealed: string; updated_at: Instant };
  contact_setting: {
    account_id: string;
    expose_phone: Generated<boolean>;
    expose_weixin: Generated<boolean>;
    updated_at: Instant;
  };
  /** Investors who see contacts free and without count. */
  contact_white_list: { account_id: string; reason: string; granted_by: string | null; granted_at: Instant };
  /** Contacts of records that staff named. */
  record_party: {
    id: Generated<string>;
    object_api_name: string;
    record_id: string;
    account_id: string;
    linked_at: Instant;
  };
  contact_purchase: {
    viewer_id: string;
    target_id: string;
    price: number;
    /** What was bought; null once its owner has closed the account. */
    sealed: string | null;
    bought_at: Instant;
  };
  /** Who saw whose contact: one row for each day of Asia/Shanghai. */
  contact_view: {
    id: Generated<string>;
    viewer_id: string;
    target_id: string;
    day: string;
    terms: ViewTerms;
    kinds: ContactKind[];
    times: Generated<number>;
    first_at: Instant;
    last_at: Instant;
  };
  /** Whether the plan of a company is only for those whose request was accepted. */
  company_plan: {
    company_id: string;
    restricted: boolean;
    /** Nor may it be asked for. */
    sent_only: Generated<boolean>;
    updated_by: string | null;
    updated_at: Instant;
  };
  /** Who opened the plan of which company, and how often. */
  plan_reading: {
    id: Generated<string>;
    company_id: string;
    account_id: string;
    times: Generated<number>;
    first_at: Instant;
    last_at: Instant;
  };
  plan_request: {
    id: Generated<string>;
    company_id: string;
    account_id: string;
    message: string;
    state: Generated<PlanRequestState>;
    created_at: Instant;
    decided_at: Instant | null;
    decided_by: string | null;
    /** Null for no end. */
    expires_at: Instant | null;
  };
}
