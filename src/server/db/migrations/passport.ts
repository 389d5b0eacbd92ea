/** What signing in needs to remember, as migration 0011 makes it. Of everything that opens something only hashes are kept. */
export const PASSPORT: readonly string[] = [
  `create table captcha_challenge (
    id text primary key,
    answer integer,
    proof_hash text,
    expires_at timestamptz not null,
    check (answer is null or proof_hash is null)
  )`,
  'create index captcha_challenge_expires_idx on captcha_challenge (expires_at)',
  // Drags that were judged good: the same one never comes twice from a hand.
  'create table captcha_trail (hash text primary key, at timestamptz not null)',
  'create index captcha_trail_at_idx on captcha_trail (at)',
  // One code for a number and a purpose: a newer one takes the place of the older.
  `create table sms_code (
    phone_index text not null,
    purpose text not null,
    code_hash text not null,
    tries integer not null default 0,
    expires_at timestamptz not null,
    used_at timestamptz,
    primary key (phone_index, purpose)
  )`,
  'create index sms_code_expires_idx on sms_code (expires_at)',
  // When somebody did what may not be done often: microseconds since 1970, oldest first.
  `create table attempt (
    subject text primary key,
    at bigint[] not null,
    touched_at timestamptz not null
  )`,
  'create index attempt_touched_idx on attempt (touched_at)',
  `create table reset_ticket (
    ticket_hash text primary key,
    account_id bigint not null references account (id) on delete cascade,
    expires_at timestamptz not null
  )`,
  'create index reset_ticket_account_idx on reset_ticket (account_id)',
  'create index reset_ticket_expires_idx on reset_ticket (expires_at)',
];
