-- What the system object OwnCompany is read from: see schemas/system/OwnCompany.json. A company is there once for each who speaks
-- for it, under the id of the membership.
drop view if exists own_company_list;

-- Whether others can be given the plan of a company: `none` without one, `ready` for a PDF that copies with a watermark are made
-- of, `replace` for any other file. The table of companies is the metadata's, so that no view may depend on it.
create or replace function company_plan_file(company bigint) returns text language plpgsql stable as $$
declare
  address text;
  fit boolean;
begin
  if to_regclass('"InsightCompany"') is null then
    return 'none';
  end if;
  execute 'select bp ->> ''url'' from "InsightCompany" where id = $1' into address using company;
  if address is null then
    return 'none';
  end if;
  select f.mime = 'application/pdf' and coalesce(f.pdf = 'open', true) into fit
  from file f
  where address = '/files/private/' || f.id;
  return case when fit then 'ready' else 'replace' end;
end $$;

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
  company_plan_file(m.company_id) as "planFile",
  (select count(*) from plan_request r where r.company_id = m.company_id and r.state = 'pending') as "planWaiting",
  (select count(*) from plan_reading g where g.company_id = m.company_id) as "planReaders",
  (select count(*) from financing_case f where f.company_id = m.company_id and f.state = 'raising') as raising,
  (select count(*) from deal_contact d where d.company_id = m.company_id and d.side = 'company') as followed,
  (select count(*) from company_member o where o.company_id = m.company_id) as members
from company_member m
left join company_plan p on p.company_id = m.company_id;
