-- What the system object BulkException is read from: see schemas/system.
drop view if exists bulk_kept_list;
create view bulk_kept_list as
select
  k.id,
  1 as version,
  b.created_at as "createdAt",
  b.created_at as "updatedAt",
  b.author as "createdBy",
  coalesce(o.definition ->> 'label', k.object_api_name) || ' ' || k.record_id as name,
  k.job_id as "bulkEdit",
  case k.reason
    when 'skipped' then '预览之后已被他人修改，未处理'
    when 'gone' then '记录已不存在'
    when 'changed' then '之后又被修改，撤销时保留'
    when 'linked' then '已被其他记录引用，撤销时保留'
    else k.reason
  end as reason,
  k.object_api_name as "objectApiName",
  k.record_id::text as "recordId"
from bulk_kept k
join bulk_edit b on b.id = k.job_id
left join meta_object o on o.api_name = k.object_api_name;
