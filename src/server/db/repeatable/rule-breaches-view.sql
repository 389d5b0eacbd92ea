-- What the system object RuleBreach is read from: see schemas/system/RuleBreach.json.
drop view if exists rule_breach_list;
create view rule_breach_list as
select
  b.id,
  1 as version,
  b.found_at as "createdAt",
  b.seen_at as "updatedAt",
  null::text as "createdBy",
  b.record_name as name,
  coalesce(o.definition ->> 'label', b.object_api_name) as about,
  b.fields,
  b.problems,
  b.found_at as "foundAt",
  b.object_api_name as "objectApiName",
  b.record_id::text as "recordId"
from rule_breach b
left join meta_object o on o.api_name = b.object_api_name;
