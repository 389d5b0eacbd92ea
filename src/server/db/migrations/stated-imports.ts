/**
 * What an import stated of values that are counted as well, so that it can be taken back: `before` is the row of the same
 * source that it replaced, null where there was none, and `after` the value that it stated.
 */
export const STATED_IMPORTS: readonly string[] = [
  `create table stated_import (
    id bigint generated always as identity primary key,
    job_id text not null,
    object_api_name text not null,
    record_id bigint not null,
    field text not null,
    source text not null,
    before jsonb,
    after jsonb not null
  )`,
  'create index stated_import_job on stated_import (job_id, id)',
];
