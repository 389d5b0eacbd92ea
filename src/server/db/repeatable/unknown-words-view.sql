-- What the system object UnknownWord is read from: see schemas/system/UnknownWord.json. Nothing says who asked.
drop view if exists unknown_word_list;
create view unknown_word_list as
select
  w.id,
  1 as version,
  w.first_at as "createdAt",
  w.last_at as "updatedAt",
  null::text as "createdBy",
  w.word,
  nullif(w.object_api_name, '') as object,
  o.definition->>'label' as "objectLabel",
  w.count::bigint as count,
  w.last_at as "lastAt"
from jingchat_word w
left join meta_object o on o.api_name = w.object_api_name;
