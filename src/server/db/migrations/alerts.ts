/**
 * Subscriptions and what met them. `baseline` is the snapshot of the database at subscribing: what was committed in it is
 * never an alert. The histories of records name their transaction from now on, as the change log does, so that what a
 * record was before one of them can be worked out.
 */
export const ALERTS: readonly string[] = [
  'alter table record_history add column xid xid8',
  'alter table record_history alter column xid set default pg_current_xact_id()',
  'alter table derived_history add column xid xid8',
  'alter table derived_history alter column xid set default pg_current_xact_id()',
  `create table alert_subscription (
    id bigint generated always as identity primary key,
    account_id bigint not null references account (id) on delete cascade,
    source text not null,
    object_api_name text not null,
    target_id bigint not null,
    kinds text[] not null,
    fields text[] not null,
    frequency text not null check (frequency in ('now', 'daily', 'weekly', 'site')),
    mail boolean not null,
    baseline pg_snapshot not null default pg_current_snapshot(),
    seen_hit bigint not null default 0,
    paused text,
    version integer not null default 1,
    created_at timestamptz not null,
    unique (account_id, source, object_api_name, target_id)
  )`,
  'create index alert_subscription_target_idx on alert_subscription (object_api_name, target_id)',
  `create table alert_account (
    account_id bigint primary key references account (id) on delete cascade,
    mail boolean not null default true,
    hour smallint not null default 9,
    quiet_from smallint not null default 22,
    quiet_to smallint not null default 8,
    weekends boolean not null default true,
    -- When something was sent at once last: what comes soon after waits for it.
    now_at timestamptz,
    mail_failures smallint not null default 0
  )`,
  // One for each account and minute, whichever process sends it.
  `create table alert_digest (
    id bigint generated always as identity primary key,
    account_id bigint not null references account (id) on delete cascade,
    slot text not null,
    title text not null,
    body text not null,
    mail_body text not null,
    at timestamptz not null,
    mail_state text not null check (mail_state in ('none', 'due', 'sent', 'failed')),
    mail_at timestamptz,
    mail_tries smallint not null default 0,
    unique (account_id, slot)
  )`,
  `create index alert_digest_mail_idx on alert_digest (mail_at) where mail_state = 'due'`,
  `create table alert_hit (
    id bigint generated always as identity primary key,
    subscription_id bigint not null references alert_subscription (id) on delete cascade,
    object_api_name text not null,
    record_id bigint not null,
    kind text not null check (kind in ('entered', 'changed', 'left')),
    xid xid8 not null,
    fields text[] not null,
    event_on text,
    first_seen_at timestamptz not null,
    is_late boolean not null,
    at timestamptz not null,
    -- When it is sent; null where it is not, or no longer.
    due_at timestamptz,
    digest_id bigint references alert_digest (id) on delete set null,
    unique (subscription_id, object_api_name, record_id, kind, xid)
  )`,
  'create index alert_hit_due_idx on alert_hit (due_at) where due_at is not null',
  'create index alert_hit_digest_idx on alert_hit (digest_id) where digest_id is not null',
  'create index alert_hit_at_idx on alert_hit (at)',
  // The one row: up to where the change log was read. Whoever subscribes touches it, so that no reading misses them.
  `create table alert_reader (
    only_one boolean primary key default true check (only_one),
    cursor text not null,
    touched integer not null default 0
  )`,
];
