-- What the system object InvestorLink is read from: see schemas/system/InvestorLink.json.
drop view if exists investor_link_list;
create view investor_link_list as
select
  c.id,
  coalesce(l.version, 1) as version,
  c.submitted_at as "createdAt",
  coalesce(l.linked_at, c.decided_at, c.submitted_at) as "updatedAt",
  null::text as "createdBy",
  c.title as name,
  a.id as person,
  a.id::text as account,
  c.role as identity,
  l.institution_id as institution,
  l.investor_id as investor,
  l.institution_id is not null or l.investor_id is not null as linked,
  s.name as "linkedBy",
  l.linked_at as "linkedAt"
from identity_case c
join account a on a.id = c.account_id
left join investor_link l on l.account_id = c.account_id
left join account s on s.id = l.linked_by
where c.kind = 'investor' and c.state = 'APPROVED' and a.closed_at is null;
