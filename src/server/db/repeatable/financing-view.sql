-- What the system objects FinancingReview and MyFinancing are read from: see schemas/system.
drop view if exists my_financing_list;
drop view if exists financing_list;
create view financing_list as
select
  f.id,
  f.version,
  f.created_at as "createdAt",
  greatest(f.submitted_at, f.decided_at, f.ended_at) as "updatedAt",
  f.account_id::text as "createdBy",
  f.title,
  f.company_id as company,
  f.record_id::text as "requestId",
  f.project_id as project,
  f.project_id::text as "projectId",
  f.state,
  case
    when f.state = 'pending' then 'request'
    when f.terms = 'pending' then 'terms'
    when f.deal_state = 'pending' then 'deal'
  end as todo,
  f.terms,
  f.deadline_on as "deadlineOn",
  10::smallint as "deadlineOn_precision",
  f.reason,
  f.account_id as applicant,
  f.submitted_at as "submittedAt",
  f.decided_by as "decidedBy",
  f.decided_at as "decidedAt",
  f.ended_at as "endedAt",
  f.deal_state as "dealState",
  (f.deal ->> 'fundedOn')::date as "dealOn",
  10::smallint as "dealOn_precision",
  array(select jsonb_array_elements_text(nullif(f.deal -> 'leads', 'null')))::bigint[] as "dealLeads",
  array(select jsonb_array_elements_text(nullif(f.deal -> 'follows', 'null')))::bigint[] as "dealFollows",
  array_to_string(array(select jsonb_array_elements_text(nullif(f.deal -> 'others', 'null'))), '、') as "dealOthers",
  (f.deal -> 'amount' ->> 'num') || ' ' || (f.deal -> 'amount' ->> 'currency')
    as "dealAmount",
  f.deal_record_id as "dealRecord"
from financing_case f;
-- A request is there once for each who speaks for its company, under an id that both make; a draft for its writer alone, while
-- the writer speaks for the company that it is about.
create view my_financing_list as
select
  ((f.id * 2) << 31) | v.account_id as id,
  f.version,
  f."createdAt",
  f."updatedAt",
  v.account_id::text as "createdBy",
  f.id::text as entry,
  f.title,
  f.company,
  f.company::text as "companyId",
  f."requestId",
  f.project,
  f."projectId",
  f.state,
  f.terms,
  f."deadlineOn",
  f."deadlineOn_precision",
  f.reason,
  case when a.closed_at is null then a.name else '已注销' end as filer,
  f."submittedAt",
  f."updatedAt" as "changedAt",
  f."decidedAt",
  f."endedAt",
  f."dealState",
  f."dealOn",
  f."dealOn_precision",
  f."dealLeads",
  f."dealFollows",
  f."dealOthers",
  f."dealAmount",
  f."dealRecord",
  v.id as "ownCompany"
from financing_list f
join account a on a.id = f.applicant
join company_member v on v.company_id = f.company
union all
select
  ((d.id * 2 + 1) << 31) | d.account_id,
  1,
  d.saved_at,
  d.saved_at,
  d.account_id::text,
  null,
  coalesce(nullif(d.title, ''), '未命名的草稿'),
  nullif(d.company_id, 0),
  d.company_id::text,
  null,
  null,
  null,
  'draft',
  null,
  null,
  10::smallint,
  null,
  a.name,
  null,
  d.saved_at,
  null,
  null,
  null,
  null,
  10::smallint,
  '{}',
  '{}',
  null,
  null,
  null,
  v.id
from identity_draft d
join account a on a.id = d.account_id
left join company_member v on v.company_id = d.company_id and v.account_id = d.account_id
where d.object_api_name = 'FinancingRequest' and (d.company_id = 0 or v.id is not null);
