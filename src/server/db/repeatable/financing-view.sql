-- What the system objects FinancingReview and MyFinancing are read from: see schemas/system.
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
  f.deal_record_id as "dealRecord",
  (select m.id from company_member m where m.company_id = f.company_id and m.account_id = f.account_id) as "ownCompany"
from financing_case f;
