-- What the system object Notice is read from: see schemas/system/Notice.json. What the platform says itself is not in it.
drop view if exists notice_list;
create view notice_list as
select
  n.id,
  1 as version,
  n.created_at as "createdAt",
  greatest(n.created_at, n.withdrawn_at) as "updatedAt",
  n.created_by::text as "createdBy",
  n.title,
  n.body as content,
  n.type::text as account,
  n.audience,
  n.account_id as person,
  n.kinds,
  n.link,
  n.readers::bigint as readers,
  case when n.withdrawn_at is null then 'sent' else 'withdrawn' end as state,
  n.created_by as "sentBy",
  n.created_at as "sentAt",
  n.withdrawn_at as "withdrawnAt"
from notice n
where n.created_by is not null;
