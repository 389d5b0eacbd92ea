/** Where accounts have signed in, as keyed hashes: a sign-in from elsewhere is said to the owner. */
export const KNOWN_DEVICES: readonly string[] = [
  `create table known_device (
    account_id bigint not null references account on delete cascade,
    mark text not null,
    seen_at timestamptz not null,
    primary key (account_id, mark)
  )`,
];
