-- What the system object GoneRecord is read from: see schemas/system.
drop view if exists gone_record_list;
create view gone_record_list as
select
  g.id,
  1 as version,
  g.at as "createdAt",
  g.at as "updatedAt",
  g.actor as "createdBy",
  case when g.name = '' then g.record_id::text else g.name end as name,
  coalesce(o.definition ->> 'label', g.object_api_name) as about,
  g.kind,
  g.reason,
  case when g.actor ~ '^\d{1,18}$' then g.actor::bigint end as actor,
  g.at as "wentAt",
  case when g.kind = 'deleted' then g.at + interval '30 days' end as "restorableUntil",
  g.row is not null as restorable,
  g.bulk_id as "bulkEdit",
  g.object_api_name as "objectApiName",
  g.record_id::text as "recordId"
from gone_record g
left join meta_object o on o.api_name = g.object_api_name
-- Merges have a list of their own, with what undoes them.
where g.kind <> 'merged';
