-- What the system object Livestream is read from: see schemas/system/Livestream.json. A sweep notes starts and ends.
drop view if exists livestream_list;
create view livestream_list as
select
  l.id,
  l.version,
  l.created_at as "createdAt",
  greatest(l.created_at, l.cancelled_at) as "updatedAt",
  l.created_by::text as "createdBy",
  l.title,
  l.host,
  case when l.cover is not null then jsonb_build_object('url', l.cover, 'name', '封面') end as cover,
  l.starts_at as "startsAt",
  l.ends_at as "endsAt",
  l.link,
  case when l.cancelled_at is not null then 'cancelled' when l.is_over then 'over'
    when l.begun_for = l.starts_at then 'onAir' else 'coming' end as state,
  (select count(*) from live_follow f where f.live_id = l.id) as followers,
  l.created_by as "announcedBy",
  l.created_at as "announcedAt",
  l.cancelled_at as "cancelledAt"
from live l;
