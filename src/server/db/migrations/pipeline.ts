/**
 * Whom a company raises from, and what an investor follows up. A company's list is its own: `account_id` sees to the entry.
 * An investor's is the investor's alone. The title is the name of the other side when it was added.
 */
export const PIPELINE: readonly string[] = [
  `create table deal_contact (
    id bigint generated always as identity primary key,
    side text not null check (side in ('company', 'investor')),
    account_id bigint not null references account,
    company_id bigint,
    project_id bigint,
    institution_id bigint,
    title text not null,
    state text not null,
    reason text,
    amount numeric,
    amount_currency text,
    amount_cny numeric,
    next_step text not null default '',
    next_on date,
    reminded_on date,
    note text not null default '',
    cause text not null default 'hand' check (cause in ('hand', 'plan', 'answer', 'undo')),
    moved_at timestamptz not null,
    version integer not null default 1,
    client_key text not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    unique (client_key),
    check ((state = 'declined') = (reason is not null)),
    check ((amount is null) = (amount_currency is null)),
    check (case side when 'company' then company_id is not null and project_id is null
      else (company_id is null) <> (project_id is null) and institution_id is null end)
  )`,
  `create index deal_contact_company_idx on deal_contact (company_id, institution_id) where side = 'company'`,
  `create index deal_contact_account_idx on deal_contact (account_id, id)`,
  `create index deal_contact_next_idx on deal_contact (next_on) where next_on is distinct from reminded_on`,
  `create table deal_contact_event (
    id bigint generated always as identity primary key,
    contact_id bigint not null references deal_contact on delete cascade,
    account_id bigint references account,
    from_state text,
    from_reason text,
    to_state text not null,
    to_reason text,
    cause text not null check (cause in ('hand', 'plan', 'answer', 'undo')),
    at timestamptz not null
  )`,
  'create index deal_contact_event_contact_idx on deal_contact_event (contact_id, id)',
];
