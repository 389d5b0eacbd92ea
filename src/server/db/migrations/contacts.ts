/** Contacts, who saw them, and requests for plans, as migration 0015 makes them. */
export const CONTACTS: readonly string[] = [
  // Values by which people are reached, sealed; only the contact routes open them.
  `create table contact_card (
    account_id bigint not null references account (id) on delete cascade,
    kind text not null check (kind in ('phone', 'weixin', 'email')),
    sealed text not null,
    updated_at timestamptz not null,
    primary key (account_id, kind)
  )`,
  // Shown unless hidden: whoever becomes the contact of a record does so to be reached. Others are no contacts at all.
  `create table contact_setting (
    account_id bigint primary key references account (id) on delete cascade,
    expose_phone boolean not null default true,
    expose_weixin boolean not null default true,
    updated_at timestamptz not null
  )`,
  `create table contact_white_list (
    account_id bigint primary key references account (id) on delete cascade,
    reason text not null,
    granted_by bigint references account (id),
    granted_at timestamptz not null
  )`,
  // Contacts of records that staff named, beside those that speak for a company by their certification.
  `create table record_party (
    object_api_name text not null,
    record_id bigint not null,
    account_id bigint not null references account (id) on delete cascade,
    linked_at timestamptz not null,
    primary key (object_api_name, record_id, account_id)
  )`,
  'create index record_party_account_idx on record_party (account_id)',
  // What was bought is kept, sealed: it stays open although its owner hides or changes it later.
  `create table contact_purchase (
    viewer_id bigint not null references account (id),
    target_id bigint not null references account (id),
    price integer not null check (price > 0),
    sealed text,
    bought_at timestamptz not null,
    primary key (viewer_id, target_id)
  )`,
  // One row for a viewer, a target and a day of Asia/Shanghai: seeing the same person again that day costs nothing more.
  `create table contact_view (
    id bigint generated always as identity primary key,
    viewer_id bigint not null references account (id),
    target_id bigint not null references account (id),
    day date not null,
    terms text not null check (terms in ('free', 'bought', 'white', 'quota', 'staff')),
    kinds text[] not null,
    times integer not null default 1,
    first_at timestamptz not null,
    last_at timestamptz not null,
    unique (viewer_id, day, target_id)
  )`,
  'create index contact_view_target_idx on contact_view (target_id, id desc)',
  'create index contact_view_viewer_idx on contact_view (viewer_id, id desc)',
  // Whether the plan of a company is only for those whose request was accepted.
  `create table company_plan (
    company_id bigint primary key,
    restricted boolean not null,
    updated_by bigint references account (id),
    updated_at timestamptz not null
  )`,
  `create table plan_request (
    id bigint generated always as identity primary key,
    company_id bigint not null,
    account_id bigint not null references account (id) on delete cascade,
    message text not null,
    state text not null default 'pending' check (state in ('pending', 'approved', 'refused')),
    created_at timestamptz not null,
    decided_at timestamptz,
    decided_by bigint references account (id)
  )`,
  // One request of a person for a plan that is not refused.
  `create unique index plan_request_open_idx on plan_request (company_id, account_id) where state <> 'refused'`,
  'create index plan_request_company_idx on plan_request (company_id, id desc)',
  'create index plan_request_account_idx on plan_request (account_id, id desc)',
];
