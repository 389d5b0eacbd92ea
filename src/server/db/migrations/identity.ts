/** Submissions to be certified and what follows from them, as migration 0013 makes them. */
export const IDENTITY: readonly string[] = [
  `create table identity_case (
    id bigint generated always as identity primary key,
    account_id bigint not null references account (id),
    kind text not null check (kind in ('investor', 'serviceOrg', 'founder', 'claim')),
    object_api_name text not null,
    record_id bigint not null,
    title text not null,
    state text not null
      check (state in ('PENDING', 'EMAIL_PENDING', 'APPROVED', 'REJECT', 'EMAIL_EXPIRED', 'WITHDRAWN')),
    role text,
    company_id bigint,
    client_key text not null,
    email_index text,
    email_sealed text,
    email_verified_at timestamptz,
    email_due_at timestamptz,
    submitted_at timestamptz not null,
    decided_by bigint references account (id) on delete set null,
    decided_at timestamptz,
    reason text,
    version integer not null default 1,
    unique (account_id, client_key),
    unique (object_api_name, record_id)
  )`,
  // Of each kind a person has one that is not decided; as investor and as organisation one for ever, mended and reopened.
  `create unique index identity_case_open_idx on identity_case (account_id, kind)
    where state in ('PENDING', 'EMAIL_PENDING')`,
  `create unique index identity_case_once_idx on identity_case (account_id, kind)
    where kind in ('investor', 'serviceOrg')`,
  'create index identity_case_queue_idx on identity_case (state, submitted_at, id)',
  'create index identity_case_submitted_idx on identity_case (submitted_at, id)',
  'create index identity_case_company_idx on identity_case (company_id) where company_id is not null',
  'create index identity_case_title_idx on identity_case (kind, lower(title))',
  `create index identity_case_due_idx on identity_case (email_due_at) where state = 'EMAIL_PENDING'`,
  `create table identity_case_event (
    id bigint generated always as identity primary key,
    case_id bigint not null references identity_case (id),
    at timestamptz not null,
    actor_id bigint references account (id),
    event text not null,
    state text not null,
    reason text
  )`,
  'create index identity_case_event_case_idx on identity_case_event (case_id, id)',
  `create trigger identity_case_event_kept before update or delete on identity_case_event
    for each row execute function refuse_change()`,
  // Who speaks for which company.
  `create table company_member (
    company_id bigint not null,
    account_id bigint not null references account (id) on delete cascade,
    position text not null,
    since timestamptz not null,
    case_id bigint not null references identity_case (id),
    primary key (company_id, account_id)
  )`,
  'create index company_member_account_idx on company_member (account_id)',
  `create table identity_draft (
    account_id bigint not null references account (id) on delete cascade,
    object_api_name text not null,
    sealed text not null,
    saved_at timestamptz not null,
    primary key (account_id, object_api_name)
  )`,
  // Links that were mailed to prove an address; only the hash of the token is kept.
  `create table identity_mail (
    token_hash text primary key,
    case_id bigint not null references identity_case (id) on delete cascade,
    account_id bigint not null references account (id) on delete cascade,
    email_index text not null,
    sent_at timestamptz not null,
    expires_at timestamptz not null,
    used_at timestamptz
  )`,
  'create index identity_mail_account_idx on identity_mail (account_id, sent_at)',
  'create index identity_mail_address_idx on identity_mail (email_index, sent_at)',
];
