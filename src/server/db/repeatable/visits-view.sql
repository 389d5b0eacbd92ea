-- What the system objects CompanyVisitor, CompanyVisit, OwnVisit and SeenVisit are read from: see schemas/system.
drop view if exists company_visit_list;
drop view if exists company_visitor_list;
drop view if exists own_visit_list;
drop view if exists seen_visit_list;
drop view if exists visitor_mask;
drop view if exists visit_person;
-- Under which id a visitor is in the lists of one reader.
create or replace function visitor_row(visitor_id bigint, reader_id bigint) returns bigint language sql immutable parallel safe as
  'select (hashint8extended(visitor_id, reader_id) & 9223372036854775807) % 999999999999999999 + 1';
-- What readers may learn of a visitor. Of one who only lets the institution be known the institution is named where three of
-- its investors look at records, and the kind where three of the kind do: counted over all records and periods, so that no
-- filter makes a group smaller. A private visitor is in no row, and so in no figure.
create view visit_person as
select
  c.account_id,
  c.mode = 'open' as is_open,
  case when c.mode = 'open' then a.name end as name,
  case when c.mode = 'open' then a.avatar end as avatar,
  case when c.mode = 'open' then c.position end as position,
  case when g.is_named then c.entity end as entity,
  case when g.is_named then c.institution_id end as institution_id,
  case
    when c.mode = 'open' then c.kind
    when (select count(*) from (
      select from visit_card o where o.mode <> 'private' and o.kind = c.kind limit 3) t) = 3 then c.kind
    else 'OTHER'
  end as kind
from visit_card c
join account a on a.id = c.account_id
cross join lateral (select c.mode = 'open' or (select count(*) from (
  select from visit_card o where o.mode <> 'private' and o.kind = c.kind and o.entity = c.entity limit 3) t) = 3
  as is_named offset 0) g
-- Not `@>`: of how many it holds the planner would have no idea.
where c.mode <> 'private' and a.closed_at is null and a.frozen_at is null and c.kind = any (a.roles)
  and not a.roles @> array['staff'];
-- The same for one reader who speaks for a company: nothing of its own people, nor of those with whom one of the two wants
-- no contact; and a reader who looks privately does not learn who others are.
create view visitor_mask as
select
  m.account_id as reader_id,
  m.company_id,
  p.account_id,
  k.mode is not null as is_hidden,
  p.is_open and k.mode is null as is_open,
  case when p.is_open and k.mode is null then p.account_id end as uid,
  case when k.mode is null then p.name end as name,
  case when k.mode is null then p.avatar end as avatar,
  case when k.mode is null then p.entity end as entity,
  case when k.mode is null then p.institution_id end as institution_id,
  case when k.mode is null then p.position end as position,
  case when k.mode is not null then 'OTHER' else p.kind end as kind
from company_member m
left join visit_card k on k.account_id = m.account_id and k.mode = 'private'
-- Few, and read once for a reader: not looked for again for every visitor.
cross join lateral (select array(
  select s.account_id from company_member s where s.company_id = m.company_id
  union all select i.peer_id from chat_inbox i where i.user_id = m.account_id and i.blocked
  union all select i.user_id from chat_inbox i where i.peer_id = m.account_id and i.blocked) as ids offset 0) unseen
cross join visit_person p
where p.account_id <> all (unseen.ids);
-- A company's visitor is there once for each who speaks for the company, under an id that both make.
create view company_visitor_list as
select
  visitor_row(s.visitor_id, m.account_id) as id,
  1 as version,
  s.first_day::timestamp at time zone 'Asia/Shanghai' as "createdAt",
  s.last_day::timestamp at time zone 'Asia/Shanghai' as "updatedAt",
  m.account_id::text as "createdBy",
  m.company_id as company,
  w.uid::text as uid,
  coalesce(w.name, '未公开姓名') as person,
  w.entity,
  w.institution_id as institution,
  w.position,
  w.kind,
  s.first_day as "firstOn",
  10::smallint as "firstOn_precision",
  s.last_day as "lastOn",
  10::smallint as "lastOn_precision",
  s.days,
  s.opens::bigint as opens,
  round(s.seconds / 60.0, 1) as minutes,
  (select string_agg(distinct part, '、') from record_visit v, unnest(v.sections) as part
    where v.company_id = m.company_id and v.account_id = s.account_id) as sections,
  w.is_open and exists (select from chat_conversation c
    where c.user_a = least(m.account_id, s.account_id) and c.user_b = greatest(m.account_id, s.account_id)) as contacted,
  w.is_open and exists (select from chat_delivery d
    where d.company_id = m.company_id and d.to_id = s.account_id) as "bpSent",
  m.id as "ownCompany"
from company_member m
cross join lateral (
  select v.account_id, min(v.visitor_id) as visitor_id, min(v.day) as first_day, max(v.day) as last_day,
    count(distinct v.day) as days, sum(v.opens) as opens, sum(v.seconds) as seconds
  from record_visit v where v.company_id = m.company_id group by v.account_id) s
join visitor_mask w on w.reader_id = m.account_id and w.company_id = m.company_id and w.account_id = s.account_id;
create view company_visit_list as
select
  (hashint8extended(s.id, m.account_id) & 9223372036854775807) % 999999999999999999 + 1 as id,
  1 as version,
  s.day::timestamp at time zone 'Asia/Shanghai' as "createdAt",
  s.day::timestamp at time zone 'Asia/Shanghai' as "updatedAt",
  m.account_id::text as "createdBy",
  m.company_id as company,
  visitor_row(s.visitor_id, m.account_id) as visitor,
  coalesce(w.name, '未公开姓名') as person,
  w.entity,
  w.kind,
  s.day as "visitedOn",
  10::smallint as "visitedOn_precision",
  s.records,
  -- By their places in VISIT_SOURCES.
  case when w.is_open then (array['link', 'list', 'matching', 'search', 'alert', 'chat'])[s.source + 1] end as source,
  s.opens::bigint as opens,
  round(s.seconds / 60.0, 1) as minutes
from company_member m
cross join lateral (
  select v.account_id, v.day, max(v.source) as source, min(v.id) as id, min(min(v.visitor_id)) over (partition by v.account_id) as visitor_id,
    string_agg(v.title, '、' order by v.project_id) as records, sum(v.opens) as opens,
    sum(v.seconds) as seconds
  from record_visit v where v.company_id = m.company_id group by v.account_id, v.day) s
join visitor_mask w on w.reader_id = m.account_id and w.company_id = m.company_id and w.account_id = s.account_id;
-- What a user looked at, whoever may know of it.
create view own_visit_list as
select
  s.id,
  1 as version,
  s.first_at as "createdAt",
  s.last_at as "updatedAt",
  s."createdBy",
  s.title,
  s.object_api_name as "objectApiName",
  s.record_id::text as "recordId",
  case when s.project_id = 0 then s.company_id end as company,
  nullif(s.project_id, 0) as project,
  s.last_at as "lastAt",
  s.days,
  s.opens::bigint as opens,
  round(s.seconds / 60.0, 1) as minutes,
  case when c.kind is null then 'private' else c.mode end as "seenAs",
  exists (select from deal_contact d where d.side = 'investor' and d.account_id = s.account_id
    and (d.project_id = nullif(s.project_id, 0) or d.company_id = s.company_id and s.project_id = 0)) as followed,
  exists (select from record_history h where h.object_api_name = s.object_api_name and h.record_id = s.record_id
    and h.at > s.last_at) as changed
from (
  select v.account_id, v.account_id::text as "createdBy", v.company_id, v.project_id, min(v.object_api_name) as object_api_name,
    case when v.project_id = 0 then v.company_id else v.project_id end as record_id,
    (array_agg(v.id order by v.day))[1] as id, (array_agg(v.title order by v.day desc))[1] as title,
    min(v.first_at) as first_at, max(v.last_at) as last_at, count(*) as days, sum(v.opens) as opens,
    sum(v.seconds) as seconds
  from record_visit v group by v.account_id, v.account_id::text, v.company_id, v.project_id) s
left join visit_card c on c.account_id = s.account_id;
-- To whom a user's visits are shown, and as what: companies of which at least one user may list the visitor.
create view seen_visit_list as
select
  s.id,
  1 as version,
  s.first_at as "createdAt",
  s.last_at as "updatedAt",
  s."createdBy",
  s.title,
  s.company_id as company,
  case when w.is_open then 'open' else 'institution' end as "seenAs",
  w.entity,
  w.readers,
  s.first_day as "firstOn",
  10::smallint as "firstOn_precision",
  s.last_day as "lastOn",
  10::smallint as "lastOn_precision",
  s.days,
  s.opens::bigint as opens
from (
  select v.account_id, v.account_id::text as "createdBy", v.company_id, (array_agg(v.id order by v.day))[1] as id,
    (array_agg(v.title order by v.project_id, v.day desc))[1] as title, min(v.first_at) as first_at,
    max(v.last_at) as last_at, min(v.day) as first_day, max(v.day) as last_day, count(distinct v.day) as days,
    sum(v.opens) as opens
  from record_visit v group by v.account_id, v.account_id::text, v.company_id) s
cross join lateral (
  select count(*) as readers, bool_or(m.is_open) as is_open, max(m.entity) as entity from visitor_mask m
  where m.company_id = s.company_id and m.account_id = s.account_id) w
where w.readers > 0;
