/**
 * Subscriptions to the visitors of a company. A visit names the transaction that stored it first, and the reader keeps up to
 * which of them it has read, as of the change log.
 */
export const ALERT_VISITS: readonly string[] = [
  'alter table record_visit add column xid xid8',
  'alter table record_visit alter column xid set default pg_current_xact_id()',
  'create index record_visit_xid_idx on record_visit (xid, id) where xid is not null',
  `alter table alert_reader add column visit_xid xid8 not null default '0'`,
  'alter table alert_reader add column visit_id bigint not null default 0',
];
