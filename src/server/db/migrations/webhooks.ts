/**
 * Addresses that accounts have messages sent to, and the messages: those that wait are the outbox, all of them the log. Secrets
 * are sealed, not hashed: what is sent is signed with them. `free_at` is when the next message to an address may be taken up: one
 * process at a time sends to it, and after a failure it is left alone for a while. `data` is text, as it is sent.
 */
export const WEBHOOKS: readonly string[] = [
  `create table webhook (
    id bigint generated always as identity primary key,
    account_id bigint not null references account (id) on delete cascade,
    name text not null,
    url text not null,
    events text[] not null,
    object_api_name text,
    filter text,
    derived boolean not null,
    secret_sealed text not null,
    former_sealed text,
    former_until timestamptz,
    -- Why nothing is sent to it; null while it is at work.
    off text,
    free_at timestamptz not null,
    failures integer not null default 0,
    created_at timestamptz not null
  )`,
  'create index webhook_account_idx on webhook (account_id)',
  `create table webhook_delivery (
    id bigint generated always as identity primary key,
    webhook_id bigint not null references webhook (id) on delete cascade,
    message_id text not null unique default 'msg_' || replace(gen_random_uuid()::text, '-', ''),
    event text not null,
    object_api_name text,
    data text not null,
    happened_at timestamptz not null,
    state text not null check (state in ('due', 'sent', 'failed', 'dropped')),
    due_at timestamptz,
    tries smallint not null default 0,
    tried_at timestamptz,
    status integer,
    problem text
  )`,
  `create index webhook_delivery_due_idx on webhook_delivery (webhook_id, due_at) where state = 'due'`,
  'create index webhook_delivery_webhook_idx on webhook_delivery (webhook_id, id desc)',
  'create index webhook_delivery_happened_idx on webhook_delivery (happened_at)',
  // The one row: up to where the change log was read for messages.
  `create table webhook_reader (
    only_one boolean primary key default true check (only_one),
    cursor text not null
  )`,
  'alter table alert_subscription add column webhook boolean not null default true',
];
