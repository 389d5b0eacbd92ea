-- What the system object QualityFinding is read from: see schemas/system/QualityFinding.json.
drop view if exists quality_finding_list;
create view quality_finding_list as
select
  f.id,
  1 as version,
  f.found_at as "createdAt",
  f.seen_at as "updatedAt",
  null::text as "createdBy",
  f.record_name as name,
  coalesce(o.definition ->> 'label', f.object_api_name) as about,
  f.kind,
  f.field_label as field,
  f.problem,
  f.found_at as "foundAt",
  f.object_api_name as "objectApiName",
  f.record_id::text as "recordId"
from quality_finding f
left join meta_object o on o.api_name = f.object_api_name;
