-- What the system objects CompanyMember and CompanyInvitation are read from: see schemas/system. A member and an invitation
-- that waits are there once for each member of the company, under an id that both make.
drop view if exists company_member_list;
drop view if exists company_invitation_list;
create view company_member_list as
select
  ((m.id * 2) << 31) | v.account_id as id,
  m.version,
  m.since as "createdAt",
  m.since as "updatedAt",
  v.account_id::text as "createdBy",
  m.id::text as entry,
  case when a.closed_at is null then a.name else '已注销' end as name,
  m.company_id as company,
  m.role,
  'joined' as state,
  m.position,
  m.since as "since",
  null::timestamptz as "expiresAt",
  m.case_id is not null as certified,
  m.account_id = v.account_id as mine,
  v.role = 'owner' as manage,
  not exists (select from company_member o where o.company_id = m.company_id and o.id <> m.id) as alone,
  v.id as "ownCompany",
  case when a.closed_at is null and a.frozen_at is null
    then (select g.account_id::text from person_page g where g.account_id = a.id and g.is_open) end as page
from company_member m
join account a on a.id = m.account_id
join company_member v on v.company_id = m.company_id
union all
select
  ((i.id * 2 + 1) << 31) | v.account_id,
  i.version,
  i.created_at,
  i.created_at,
  v.account_id::text,
  i.id::text,
  i.label,
  i.company_id,
  'invited',
  'waiting',
  i.position,
  i.created_at,
  i.expires_at,
  false,
  false,
  v.role = 'owner',
  false,
  v.id,
  null::text
from company_invitation i
join company_member v on v.company_id = i.company_id
where i.state = 'waiting';
create view company_invitation_list as
select
  i.id,
  i.version,
  i.created_at as "createdAt",
  coalesce(i.decided_at, i.created_at) as "updatedAt",
  i.account_id::text as "createdBy",
  i.title,
  i.company_id as company,
  i.position,
  i.state,
  i.created_at as "invitedAt",
  i.expires_at as "expiresAt"
from company_invitation i
where i.account_id is not null and i.state <> 'revoked';
