/**
 * What happened to records, in the order of the transactions that wrote it. Numbers of a sequence come in the order in which
 * they were taken and not in that of the commits: `xid` is what a reader can be sure to have seen all of. Nothing refers to
 * the rows, and they are kept for some weeks.
 */
export const CHANGE_LOG: readonly string[] = [
  `create table change_log (
    xid xid8 not null default pg_current_xact_id(),
    seq bigint generated always as identity,
    at timestamptz not null default now(),
    object_api_name text not null,
    record_id bigint not null,
    kind text not null check (kind in ('created', 'updated', 'removed', 'restored')),
    fields text[] not null,
    event_on text,
    first_seen_at timestamptz,
    cause text not null,
    quiet boolean not null,
    derived boolean not null,
    primary key (xid, seq)
  )`,
  // The one row: which database this is, and up to where changes are no longer kept.
  `create table change_epoch (
    only_one boolean primary key default true check (only_one),
    identity text not null,
    epoch text not null,
    cut_xid xid8 not null,
    cut_seq bigint not null
  )`,
];
