-- What the system objects CompanyPipeline, InvestorPipeline and PipelineMove are read from: see schemas/system. A company's
-- entry is there once for each who speaks for the company, under an id that both make.
drop view if exists pipeline_move_list;
drop view if exists company_pipeline_list;
drop view if exists investor_pipeline_list;
create view company_pipeline_list as
select
  (d.id << 31) | m.account_id as id,
  d.version,
  d.created_at as "createdAt",
  d.updated_at as "updatedAt",
  m.account_id::text as "createdBy",
  d.id::text as entry,
  d.title,
  d.company_id as company,
  d.institution_id as institution,
  d.state,
  d.cause,
  d.reason,
  d.amount,
  d.amount_currency,
  d.amount_cny,
  null::text as amount_band,
  d.next_step as "nextStep",
  d.next_on as "nextOn",
  10::smallint as "nextOn_precision",
  d.note,
  d.account_id = m.account_id as mine,
  case when a.closed_at is null then a.name else '已注销' end as owner,
  d.moved_at as "movedAt",
  d.cause <> 'undo' and d.moved_at > d.created_at as undoable,
  m.id as "ownCompany"
from deal_contact d
join company_member m on m.company_id = d.company_id
join account a on a.id = d.account_id
where d.side = 'company';
create view investor_pipeline_list as
select
  d.id,
  d.version,
  d.created_at as "createdAt",
  d.updated_at as "updatedAt",
  d.account_id::text as "createdBy",
  d.title,
  d.company_id as company,
  d.project_id as project,
  d.state,
  d.reason,
  d.amount,
  d.amount_currency,
  d.amount_cny,
  null::text as amount_band,
  d.next_step as "nextStep",
  d.next_on as "nextOn",
  10::smallint as "nextOn_precision",
  d.note,
  d.moved_at as "movedAt",
  d.cause <> 'undo' and d.moved_at > d.created_at as undoable
from deal_contact d
where d.side = 'investor';
create view pipeline_move_list as
select
  (e.id << 31) | coalesce(m.account_id, 0) as id,
  1 as version,
  e.at as "createdAt",
  e.at as "updatedAt",
  coalesce(m.account_id, d.account_id)::text as "createdBy",
  d.title,
  case when d.side = 'company' then (d.id << 31) | m.account_id end as entry,
  case when d.side = 'investor' then d.id end as deal,
  e.from_state as "fromState",
  e.to_state as "toState",
  e.to_reason as reason,
  e.cause,
  case when a.closed_at is null then a.name else '已注销' end as person,
  e.at as "movedAt"
from deal_contact_event e
join deal_contact d on d.id = e.contact_id
left join company_member m on d.side = 'company' and m.company_id = d.company_id
left join account a on a.id = e.account_id
where d.side = 'investor' or m.account_id is not null;
