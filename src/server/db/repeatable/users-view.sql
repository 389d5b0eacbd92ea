-- What the system object User is read from: see schemas/objects/User.json.
drop view if exists user_list;
create view user_list as
select
  a.id,
  1 as version,
  a.created_at as "createdAt",
  greatest(a.created_at, a.frozen_at, a.closed_at) as "updatedAt",
  a.id::text as "createdBy",
  a.name,
  a.username,
  a.id::text as uid,
  case when a.closed_at is not null then 'closed' when a.frozen_at is not null then 'frozen' else 'active' end as state,
  a.created_at as "joinedAt"
from account a;
