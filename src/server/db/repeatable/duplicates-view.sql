-- What the system object Duplicate is read from: see schemas/system/Duplicate.json.
drop view if exists duplicate_list;
create view duplicate_list as
select
  d.id,
  1 as version,
  d.found_at as "createdAt",
  coalesce(d.decided_at, d.found_at) as "updatedAt",
  null::text as "createdBy",
  d.low_name || ' 与 ' || d.high_name as name,
  coalesce(o.definition ->> 'label', d.object_api_name) as about,
  d.grade::text as grade,
  d.reasons,
  d.low_name as "lowName",
  d.high_name as "highName",
  d.state,
  d.found_at as "foundAt",
  d.decided_by as "decidedBy",
  d.decided_at as "decidedAt",
  d.note,
  d.object_api_name as "objectApiName",
  d.low_id::text as "lowId",
  d.high_id::text as "highId"
from duplicate_pair d
left join meta_object o on o.api_name = d.object_api_name;
