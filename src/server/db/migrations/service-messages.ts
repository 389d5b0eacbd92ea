/** Messages that users leave customer service, and their answers. */
export const SERVICE_MESSAGES: readonly string[] = [
  `create table service_message (
    id bigint generated always as identity primary key,
    account_id bigint not null references account,
    body text not null,
    state text not null default 'open' check (state in ('open', 'answered')),
    created_at timestamptz not null,
    answer text,
    answered_by bigint references account,
    answered_at timestamptz
  )`,
  'create index service_message_account_idx on service_message (account_id, created_at)',
  'create index service_message_state_idx on service_message (state, id)',
];
