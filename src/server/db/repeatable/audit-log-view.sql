-- What the system object LogEntry is read from: see schemas/system/LogEntry.json.
drop view if exists audit_log_list;
create view audit_log_list as
select
  id,
  1 as version,
  at as "createdAt",
  at as "updatedAt",
  actor_id::text as "createdBy",
  '第 ' || id || ' 条' as no,
  at,
  actor_name as "actorName",
  actor_id as actor,
  action,
  target_kind as "targetKind",
  target_id as "targetId",
  case when target_kind = 'account' and target_id ~ '^[1-9][0-9]{0,17}$' then target_id::bigint end as "user",
  nullif(reason, '') as reason,
  case when details <> '{}' then jsonb_pretty(details) end as details,
  previous_hash as "previousHash",
  hash
from audit_log;
