-- What the system object AutomationRun is read from: see schemas/system.
drop view if exists automation_run_list;
create view automation_run_list as
select
  r.id,
  1 as version,
  r.at as "createdAt",
  coalesce(r.ended_at, r.at) as "updatedAt",
  null::text as "createdBy",
  r.title as name,
  coalesce(o.definition ->> 'label', r.object_api_name) as about,
  r.record_id::text as record,
  case when r.cause like 'created:%' then '新建' when r.cause like 'date:%' then '到达 ' || substr(r.cause, 6)
    else '修改' end as happening,
  r.state,
  r.outcome,
  r.depth::bigint as depth,
  r.at,
  r.ended_at as "endedAt"
from automation_run r
left join meta_object o on o.api_name = r.object_api_name;
