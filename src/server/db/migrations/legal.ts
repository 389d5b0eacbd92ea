/**
 * Terms and policies by their versions. A draft is changed until it is published; what is published stays as it is, since users agreed to
 * it. Who agreed to which version, when and how, outlives the account: nothing else says that there was consent.
 */
export const LEGAL: readonly string[] = [
  `create table legal_version (
    id bigint generated always as identity primary key,
    version integer not null default 1,
    kind text not null check (kind in ('terms', 'privacy', 'data')),
    number integer,
    title text not null,
    summary text not null default '',
    body text not null,
    created_at timestamptz not null,
    created_by bigint references account,
    updated_at timestamptz not null,
    published_at timestamptz,
    published_by bigint references account,
    client_key text unique,
    unique (kind, number),
    check ((number is null) = (published_at is null))
  )`,
  `create function legal_version_stays() returns trigger language plpgsql as $$
    begin
      raise exception 'a published version is never changed';
    end $$`,
  `create trigger legal_version_stays before update or delete on legal_version for each row
    when (old.published_at is not null) execute function legal_version_stays()`,
  `create table legal_consent (
    account_id bigint not null references account,
    version_id bigint not null references legal_version,
    at timestamptz not null,
    way text not null check (way in ('signUp', 'signIn', 'sample')),
    primary key (account_id, version_id)
  )`,
  'create index legal_consent_version_idx on legal_consent (version_id)',
];
