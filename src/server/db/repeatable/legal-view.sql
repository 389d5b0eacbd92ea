-- What the system object LegalVersion is read from: see schemas/system/LegalVersion.json.
drop view if exists legal_version_list;
create view legal_version_list as
select
  v.id,
  v.version,
  v.created_at as "createdAt",
  v.updated_at as "updatedAt",
  v.created_by::text as "createdBy",
  v.kind,
  v.number::bigint as number,
  v.title,
  v.summary,
  v.body,
  case when v.number is null then 'draft'
    when v.number = (select max(o.number) from legal_version o where o.kind = v.kind) then 'current' else 'past' end as state,
  v.published_at as "publishedAt",
  v.published_by as "publishedBy",
  (select count(*) from legal_consent c where c.version_id = v.id) as agreed
from legal_version v;
