-- What the system object PlanReader is read from: see schemas/system/PlanReader.json. Whom a company let read its plan, who asked
-- and who read it, once for each who speaks for the company, under an id that both make.
drop view if exists plan_reader_list;
create view plan_reader_list as
with asked as (
  select distinct on (company_id, account_id) *
  from plan_request
  order by company_id, account_id, id desc
)
select
  (coalesce(2 * g.id, 2 * r.id + 1) << 31) | m.account_id as id,
  1 as version,
  coalesce(r.created_at, g.first_at) as "createdAt",
  greatest(r.decided_at, g.last_at, r.created_at) as "updatedAt",
  m.account_id::text as "createdBy",
  case when a.closed_at is null then a.name else '已注销' end as name,
  a.id::text as uid,
  k.company_id as company,
  k.company_id::text as ccid,
  r.id::text as request,
  coalesce(r.state, 'open') as state,
  r.message,
  r.created_at as "askedAt",
  case when r.state in ('approved', 'expired') then r.expires_at end as "expiresAt",
  coalesce(g.times, 0)::bigint as times,
  g.last_at as "lastReadAt",
  m.id as "ownCompany"
from (select company_id, account_id from asked union select company_id, account_id from plan_reading) k
join company_member m on m.company_id = k.company_id
join account a on a.id = k.account_id
left join asked r on r.company_id = k.company_id and r.account_id = k.account_id
left join plan_reading g on g.company_id = k.company_id and g.account_id = k.account_id;
