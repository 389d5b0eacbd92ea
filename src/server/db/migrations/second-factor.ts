/**
 * The second step of signing in: the secret of an authenticator app, sealed, with the last step of time whose code was used;
 * recovery codes and the tickets of sign-ins that wait for a code, of which hashes are kept. A session says whether it was
 * opened with the factor.
 */
export const SECOND_FACTOR: readonly string[] = [
  `create table second_factor (
    account_id bigint primary key references account on delete cascade,
    secret_sealed text,
    confirmed_at timestamptz,
    last_step integer not null default 0,
    pending_sealed text,
    pending_until timestamptz,
    check ((secret_sealed is null) = (confirmed_at is null)),
    check ((pending_sealed is null) = (pending_until is null))
  )`,
  `create table recovery_code (
    account_id bigint not null references account on delete cascade,
    code_hash text not null,
    used_at timestamptz,
    primary key (account_id, code_hash)
  )`,
  `create table factor_ticket (
    ticket_hash text primary key,
    account_id bigint not null references account on delete cascade,
    expires_at timestamptz not null
  )`,
  'create index factor_ticket_account_idx on factor_ticket (account_id)',
  'create index factor_ticket_expires_idx on factor_ticket (expires_at)',
  'alter table session add column proved_factor boolean not null default false',
];
