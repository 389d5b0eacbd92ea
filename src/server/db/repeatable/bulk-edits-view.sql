-- What the system object BulkEdit is read from: see schemas/system.
drop view if exists bulk_edit_list;
create view bulk_edit_list as
select
  b.id,
  1 as version,
  b.created_at as "createdAt",
  coalesce(b.ended_at, b.queued_at) as "updatedAt",
  b.author as "createdBy",
  coalesce(o.definition ->> 'label', b.object_api_name) || ' ' || b.words as name,
  coalesce(o.definition ->> 'label', b.object_api_name) as about,
  b.state,
  case b.state
    when 'previewing' then (b.preview ->> 'seen')::numeric
    when 'undoing' then (b.undo ->> 'restored')::numeric + (b.undo ->> 'kept')::numeric + (b.undo ->> 'gone')::numeric
    else (b.run ->> 'changed')::numeric + (b.run ->> 'unchanged')::numeric + (b.run ->> 'refused')::numeric
      + (b.run ->> 'skipped')::numeric + (b.run ->> 'gone')::numeric
  end * 100 / greatest(case b.state when 'undoing' then (b.run ->> 'changed')::numeric else b.total end, 1) as progress,
  b.total::bigint as total,
  (b.run ->> 'changed')::bigint as changed,
  (b.run ->> 'unchanged')::bigint as unchanged,
  (b.run ->> 'refused')::bigint as refused,
  (b.run ->> 'skipped')::bigint as skipped,
  (b.run ->> 'gone')::bigint as gone,
  (b.undo ->> 'restored')::bigint as restored,
  (b.undo ->> 'kept')::bigint as kept,
  b.problem,
  b.reason,
  b.author::bigint as author,
  b.created_at as "startedAt",
  b.ended_at as "endedAt",
  b.undone_by::bigint as "undoneBy",
  b.undo_reason as "undoReason"
from bulk_edit b
left join meta_object o on o.api_name = b.object_api_name;
