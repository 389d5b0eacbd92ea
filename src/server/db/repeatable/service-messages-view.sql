-- What the system object ServiceMessage is read from: see schemas/system/ServiceMessage.json.
drop view if exists service_message_list;
create view service_message_list as
select
  m.id,
  1 as version,
  m.created_at as "createdAt",
  coalesce(m.answered_at, m.created_at) as "updatedAt",
  m.account_id::text as "createdBy",
  left(m.body, 60) as title,
  m.state,
  m.body as content,
  m.account_id as person,
  m.created_at as "leftAt",
  m.answer,
  m.answered_by as "answeredBy",
  m.answered_at as "answeredAt"
from service_message m;
