/** What one member of staff asks for and another decides on; and codes that can be redeemed once their issue is approved. */
export const STAFF_REQUESTS: readonly string[] = [
  `create table staff_request (
    id bigint generated always as identity primary key,
    kind text not null check (kind in ('coins', 'vip', 'codes', 'duties')),
    account_id bigint references account (id),
    asked jsonb not null,
    summary text not null,
    reason text not null,
    requested_by bigint not null references account (id),
    requested_at timestamptz not null,
    expires_at timestamptz not null,
    state text not null default 'open' check (state in ('open', 'approved', 'rejected', 'withdrawn', 'lapsed')),
    decided_by bigint references account (id),
    decided_at timestamptz,
    decided_because text not null default '',
    check ((kind = 'codes') = (account_id is null)),
    check ((state = 'open') = (decided_at is null)),
    constraint staff_request_four_eyes check (state not in ('approved', 'rejected') or decided_by <> requested_by),
    constraint staff_request_beneficiary check (state <> 'approved' or decided_by <> account_id)
  )`,
  "create unique index staff_request_duties on staff_request (account_id) where kind = 'duties' and state = 'open'",
  "create index staff_request_expires on staff_request (expires_at) where state = 'open'",
  'alter table redemption_batch add column approved_at timestamptz',
  'update redemption_batch set approved_at = issued_at',
];
