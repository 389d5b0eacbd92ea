-- What the system objects PersonPage and OwnPersonPage are read from: see schemas/system. A page has what its user chose and
-- nothing else, so that the own page is what others see. Contacts are in neither: those are given by exchange or for coins.
drop view if exists person_page_list;
drop view if exists own_person_page_list;
drop view if exists person_page_shown;

-- What a user has done, a line each, the latest first. The tables are the metadata's, so that no view may depend on them.
create or replace function person_lines(account text, part text) returns text[] language plpgsql stable as $$
declare
  lines text[];
begin
  if part = 'work' and to_regclass('"WorkRecord"') is not null then
    execute 'select array_agg(concat_ws('' · '', organization, position, concat_ws('' – '',
        left("startOn"::text, coalesce("startOn_precision", 10)),
        case when "isCurrent" then ''至今'' else left("endOn"::text, coalesce("endOn_precision", 10)) end))
      order by "isCurrent" desc, "startOn" desc, id) from "WorkRecord" where "createdBy" = $1' into lines using account;
  elsif part = 'education' and to_regclass('"EducationRecord"') is not null then
    execute 'select array_agg(concat_ws('' · '', school, nullif(major, ''''), concat_ws('' – '',
        left("startOn"::text, coalesce("startOn_precision", 10)), left("endOn"::text, coalesce("endOn_precision", 10))))
      order by "startOn" desc, id) from "EducationRecord" where "createdBy" = $1' into lines using account;
  elsif part = 'awards' and to_regclass('"AwardRecord"') is not null then
    execute 'select array_agg(concat_ws('' · '', title, nullif(issuer, ''''),
        left("awardedOn"::text, coalesce("awardedOn_precision", 10)))
      order by "awardedOn" desc, id) from "AwardRecord" where "createdBy" = $1' into lines using account;
  end if;
  return lines;
end $$;

-- What a user follows: the values of one of the lists of the record that says so.
create or replace function person_focus(account text, part text) returns text[] language plpgsql stable as $$
declare
  found text[];
begin
  if to_regclass('"UserFocus"') is not null and part in ('focusIndustry', 'focusPhase', 'focusArea') then
    execute format('select %I from "UserFocus" where "createdBy" = $1 order by id limit 1', part)
      into found using account;
  end if;
  return found;
end $$;

create view person_page_shown as
select
  a.id,
  coalesce(p.version, 1) as version,
  -- Not when the account was made, which its user did not choose to show. A page that no user changed is its owner's alone.
  coalesce(p.changed_at, a.created_at) as "createdAt",
  coalesce(p.changed_at, a.created_at) as "updatedAt",
  a.id::text as "createdBy",
  a.name,
  coalesce(p.is_open, false) as "isOpen",
  coalesce(p.parts, '{}') as parts,
  case when a.avatar is not null and 'avatar' = any(p.parts)
    then jsonb_build_object('url', a.avatar, 'name', '头像') end as avatar,
  case when 'intro' = any(p.parts) then nullif(a.intro, '') end as intro,
  case when 'roles' = any(p.parts) then nullif(array_remove(a.roles, 'staff'), '{}') end as roles,
  case when 'companies' = any(p.parts) then (
    select array_agg(m.company_id order by m.since, m.company_id) from company_member m where m.account_id = a.id
  ) end as companies,
  case when 'companies' = any(p.parts) then (
    select nullif(m.position, '') from company_member m where m.account_id = a.id order by m.since, m.company_id limit 1
  ) end as position,
  case when 'institution' = any(p.parts) then l.institution_id end as institution,
  case when 'investor' = any(p.parts) then l.investor_id end as investor,
  case when 'focus' = any(p.parts) then person_focus(a.id::text, 'focusIndustry') end as industries,
  case when 'focus' = any(p.parts) then person_focus(a.id::text, 'focusPhase') end as phases,
  case when 'focus' = any(p.parts) then person_focus(a.id::text, 'focusArea') end as areas,
  case when 'work' = any(p.parts) then person_lines(a.id::text, 'work') end as "workLines",
  case when 'education' = any(p.parts) then person_lines(a.id::text, 'education') end as "educationLines",
  case when 'awards' = any(p.parts) then person_lines(a.id::text, 'awards') end as "awardLines"
from account a
left join person_page p on p.account_id = a.id
left join investor_link l on l.account_id = a.id
where a.closed_at is null and a.frozen_at is null;

create view person_page_list as
select * from person_page_shown where "isOpen";

create view own_person_page_list as
select
  s.*,
  case when s."isOpen" then s.id::text end as page,
  'avatar' = any(s.parts) as "showAvatar",
  'intro' = any(s.parts) as "showIntro",
  'roles' = any(s.parts) as "showRoles",
  'companies' = any(s.parts) as "showCompanies",
  'institution' = any(s.parts) as "showInstitution",
  'investor' = any(s.parts) as "showInvestor",
  'focus' = any(s.parts) as "showFocus",
  'work' = any(s.parts) as "showWork",
  'education' = any(s.parts) as "showEducation",
  'awards' = any(s.parts) as "showAwards"
from person_page_shown s;
