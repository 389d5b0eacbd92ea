/** Browsers that ask to be let in by a phone. Of everything that opens something only hashes are kept. */
export const QR_LOGIN: readonly string[] = [
  `create table qr_login (
    token_hash text primary key,
    ticket_hash text not null unique,
    browser_hash text not null,
    user_agent text not null,
    address text not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    state text not null default 'waiting'
      check (state in ('waiting', 'scanned', 'confirmed', 'refused', 'spent')),
    account_id bigint references account (id) on delete cascade,
    session_id text
  )`,
  'create index qr_login_expires_idx on qr_login (expires_at)',
];
