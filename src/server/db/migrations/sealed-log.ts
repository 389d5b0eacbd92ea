/**
 * Seals of the audit log: keyed hashes, each naming its key. Entries of before have none; the first anchor, which the
 * migration puts at the last of them, vouches for them by its hash.
 */
export const SEALED_LOG: readonly string[] = [
  'alter table audit_log add column seal text',
  `create table audit_anchor (
    entry_id bigint not null,
    hash text not null,
    seal text not null,
    at timestamptz not null default now(),
    primary key (entry_id, seal)
  )`,
  `create trigger audit_anchor_kept before update or delete on audit_anchor
    for each row execute function refuse_change()`,
  'create trigger audit_anchor_whole before truncate on audit_anchor execute function refuse_change()',
];
