-- What the system object OwnCompany is read from: see schemas/system/OwnCompany.json. A company is there once for each who speaks
-- for it, under the id of the membership.
drop view if exists own_company_list;
create view own_company_list as
select
  m.id,
  1 as version,
  m.since as "createdAt",
  m.since as "updatedAt",
  m.account_id::text as "createdBy",
  '我的企业' as name,
  m.company_id as company,
  m.company_id::text as "companyId",
  m.role,
  m.position,
  m.since as "since",
  case when p.restricted and p.sent_only then 'sent' when p.restricted then 'request' else 'open' end as "planAccess",
  (select count(*) from plan_request r where r.company_id = m.company_id and r.state = 'pending') as "planWaiting",
  (select count(*) from plan_reading g where g.company_id = m.company_id) as "planReaders",
  (select count(*) from financing_case f where f.company_id = m.company_id and f.state = 'raising') as raising,
  (select count(*) from deal_contact d where d.company_id = m.company_id and d.side = 'company') as followed,
  (select count(*) from company_member o where o.company_id = m.company_id) as members
from company_member m
left join company_plan p on p.company_id = m.company_id;
