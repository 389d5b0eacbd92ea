-- What the system object User is read from: see schemas/system/User.json.
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
  a.phone_masked as phone,
  case when cardinality(a.roles) = 0 and a.vip_type = 0 then array['none'] else array_remove(array[
    case when a.roles && array['staff'] then 'staff' end,
    case when a.roles && array['START_UP'] then 'founder' end,
    case when a.roles && array['ORG_INVESTOR', 'COMPANY_INVEST_DEPT', 'PERSONAL_INVESTOR', 'LP'] then 'investor' end,
    case when a.roles && array['FA', 'PARK_INCUBATOR', 'OTHER_SERVICE_ORG', 'SERVICE_ORG'] then 'organisation' end,
    case when a.vip_type = 3 then 'svip' end
  ], null) end as kind,
  nullif(a.roles, '{}') as roles,
  nullif(a.duties, '{}') as duties,
  exists (select from second_factor f where f.account_id = a.id and f.confirmed_at is not null) as "hasFactor",
  case when a.vip_type = 3 then case when a.vip_until is null then 'endless' else 'term' end end as vip,
  a.vip_until as "vipUntil",
  case when a.closed_at is not null then 'closed' when a.frozen_at is not null then 'frozen' else 'active' end as state,
  a.frozen_at as "frozenAt",
  a.frozen_because as "frozenReason",
  nullif(a.intro, '') as intro,
  a.created_at as "joinedAt",
  -- Each of these is worked out only where it is read, so that a list without them costs nothing more.
  (select coalesce(sum(e.amount), 0)::bigint from coin_entry e join coin_account c on c.id = e.coin_account_id
    where c.account_id = a.id) as balance,
  (select count(*) from session s where s.account_id = a.id and s.ended_at is null) as sessions,
  (select max(s.seen_at) from session s where s.account_id = a.id) as "seenAt",
  (select count(*) from report r where r.reported_id = a.id) as reports,
  (select count(*) from report r where r.reported_id = a.id and r.state = 'open') as "openReports",
  (select count(*) from identity_case i where i.account_id = a.id) as cases
from account a;
