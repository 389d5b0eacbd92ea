-- What the system object StatedDifference is read from: see schemas/system/StatedDifference.json.
drop view if exists stated_difference_list;
create view stated_difference_list as
select
  d.id,
  1 as version,
  d.found_at as "createdAt",
  d.seen_at as "updatedAt",
  null::text as "createdBy",
  d.record_name as name,
  coalesce(o.definition ->> 'label', d.object_api_name) as about,
  d.field_label as field,
  d.stated,
  d.source,
  d.pinned,
  d.counted,
  d.found_at as "foundAt",
  d.object_api_name as "objectApiName",
  d.record_id::text as "recordId"
from stated_difference d
left join meta_object o on o.api_name = d.object_api_name;
