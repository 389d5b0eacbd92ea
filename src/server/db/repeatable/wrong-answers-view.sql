-- What the system object WrongAnswer is read from: see schemas/system/WrongAnswer.json. Nothing says who asked.
drop view if exists wrong_answer_list;
create view wrong_answer_list as
select
  v.id,
  1 as version,
  v.at as "createdAt",
  coalesce(v.closed_at, v.at) as "updatedAt",
  null::text as "createdBy",
  v.question,
  nullif(v.plan_words, '') as "planWords",
  o.definition->>'label' as "objectLabel",
  v.reason,
  nullif(v.remark, '') as remark,
  v.at as "judgedAt",
  case when v.closed_at is null then 'open' else 'closed' end as state,
  v.closed_at as "closedAt",
  v.closed_note as note
from jingchat_verdict v
left join meta_object o on o.api_name = v.object_api_name
where v.verdict = 'wrong';
