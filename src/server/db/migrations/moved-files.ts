/**
 * Public files whose field is private now: `moved_to` is the private copy that took the place. The row stays, so that a record
 * that comes back with the old address gets the new one; `used_at` is null again once the bytes are gone. Fields that were
 * private before get the index by which a file's record is found.
 */
export const MOVED_FILES: readonly string[] = [
  'alter table file add column moved_to text references file (id) on delete cascade',
  'create index file_moved_to_idx on file (moved_to) where moved_to is not null',
  `insert into index_job (sql, target)
    select format('create index if not exists %I on %I ((%I ->> ''url'') collate "C")', name, api_name, field), name
    from (
      select api_name, each ->> 'apiName' as field, left(api_name || '_' || (each ->> 'apiName'), 58) || '_idx' as name
      from meta_object, jsonb_array_elements(definition -> 'fields') as each
      where each -> 'config' ->> 'private' = 'true' and each ->> 'type' in ('file', 'image') and not definition ? 'source'
    ) as of_private`,
];
