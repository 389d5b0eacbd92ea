-- What a word of users can be another name of, as WordTarget of schemas/system shows it: objects, their fields, and options.
-- Metadata has no numbers: the id of a row follows from its key, and is the same on every process.
drop view if exists word_target_list;
create view word_target_list as
select
  ('x' || left(md5(t.key), 14))::bit(56)::bigint + 1 as id,
  1 as version,
  to_timestamp(0) as "createdAt",
  to_timestamp(0) as "updatedAt",
  null::text as "createdBy",
  t.name,
  t.kind,
  t.object_api_name as object,
  t.field,
  t.option_set as "optionSet",
  t.option
from (
  select 'object:' || api_name as key, definition->>'label' as name, 'object' as kind,
    api_name as object_api_name, null::text as field, null::text as option_set, null::text as option
  from meta_object where definition->>'kind' is null
  union all
  select 'field:' || o.api_name || ':' || (f->>'apiName'), (o.definition->>'label') || ' › ' || (f->>'label'), 'field',
    o.api_name, f->>'apiName', null, null
  from meta_object o, jsonb_array_elements(o.definition->'fields') f
  where o.definition->>'kind' is null and not coalesce((f->>'removed')::boolean, false)
  union all
  select 'choice:' || o.api_name || ':' || (f->>'apiName') || ':' || (c->>'value'),
    (o.definition->>'label') || ' › ' || (f->>'label') || ' › ' || (c->>'label'), 'option',
    o.api_name, f->>'apiName', null, c->>'value'
  from meta_object o, jsonb_array_elements(o.definition->'fields') f, jsonb_array_elements(f->'selectOptions') c
  where o.definition->>'kind' is null and not coalesce((f->>'removed')::boolean, false)
    and not coalesce((c->>'retired')::boolean, false)
  union all
  select 'option:' || s.name || ':' || (c->>'value'), (s.definition->>'label') || ' › ' || (c->>'label'), 'option',
    null, null, s.name, c->>'value'
  from option_set s, jsonb_array_elements(s.definition->'options') c
  where not coalesce((c->>'retired')::boolean, false)
) t;
