-- What the system objects Merge and MergedLink are read from: see schemas/system.
drop view if exists merged_link_list;
drop view if exists merge_list;
create view merge_list as
select
  m.id,
  1 as version,
  m.at as "createdAt",
  greatest(m.at, m.done_at, m.undone_at) as "updatedAt",
  m.actor_id::text as "createdBy",
  m.loser_name || ' → ' || m.survivor_name as name,
  m.object_api_name as "objectApiName",
  coalesce(o.definition ->> 'label', m.object_api_name) as about,
  m.survivor_name as "survivorName",
  m.survivor_id::text as "survivorId",
  m.loser_name as "loserName",
  m.loser_id::text as "loserId",
  m.state,
  (select count(*) from merge_moved v where v.merge_id = m.id) as moved,
  (select count(*) from merge_moved v where v.merge_id = m.id and v.state = 'kept') as kept,
  m.actor_id as person,
  m.reason,
  m.at as "mergedAt",
  m.undone_by as "undoneBy",
  m.undo_reason as "undoReason",
  m.undone_at as "undoneAt"
from merge m
left join meta_object o on o.api_name = m.object_api_name;
create view merged_link_list as
select
  v.id,
  1 as version,
  m.at as "createdAt",
  greatest(m.at, m.undone_at) as "updatedAt",
  null::text as "createdBy",
  coalesce(o.definition ->> 'label', '平台数据') || coalesce(' #' || v.record_id, '') as name,
  v.merge_id as merge,
  v.object_api_name as "objectApiName",
  v.record_id::text as "recordId",
  coalesce(
    (select f ->> 'label' from jsonb_array_elements(o.definition -> 'fields') f where f ->> 'apiName' = v.field limit 1),
    v.object_api_name || '.' || v.field) as field,
  v.state,
  v.record_id is not null as "isRecord"
from merge_moved v
join merge m on m.id = v.merge_id
left join meta_object o on o.api_name = v.object_api_name;
