-- What the system object Report is read from: see schemas/system/Report.json.
drop view if exists report_list;
create view report_list as
select
  r.id,
  1 as version,
  r.created_at as "createdAt",
  coalesce(r.decided_at, r.created_at) as "updatedAt",
  r.reporter_id::text as "createdBy",
  '对' || reported.name || '的举报' as title,
  r.state,
  r.reported_id as reported,
  reported.frozen_at is not null as "isFrozen",
  (select count(*) from report o where o.reported_id = r.reported_id and o.state = 'open') as "openReports",
  r.types,
  r.reason,
  r.reporter_id as reporter,
  case when cardinality(r.images) > 0 then jsonb_build_object('url', r.images[1], 'name', '举报图片 1') end as image1,
  case when cardinality(r.images) > 1 then jsonb_build_object('url', r.images[2], 'name', '举报图片 2') end as image2,
  case when cardinality(r.images) > 2 then jsonb_build_object('url', r.images[3], 'name', '举报图片 3') end as image3,
  coalesce(r.to_seq - r.from_seq + 1, 0)::bigint as messages,
  r.created_at as "filedAt",
  r.decided_by as "decidedBy",
  r.decided_at as "decidedAt",
  r.note,
  r.froze
from report r join account reported on reported.id = r.reported_id;
