/**
 * Records that were archived or deleted: the row as its table held it, sealed values sealed, with its natural keys, and who
 * put it away and why. A row that can no longer be brought back is emptied; that the record was there stays known.
 */
export const GONE_RECORDS: readonly string[] = [
  `create table gone_record (
    id bigint generated always as identity primary key,
    object_api_name text not null,
    record_id bigint not null,
    kind text not null,
    name text not null,
    reason text not null,
    actor text not null,
    at timestamptz not null,
    version integer not null,
    created_by text,
    row jsonb,
    keys jsonb not null,
    bulk_id bigint,
    unique (object_api_name, record_id)
  )`,
  'create index gone_record_feed on gone_record (object_api_name, at, id)',
  'create index gone_record_bulk on gone_record (bulk_id) where bulk_id is not null',
];
