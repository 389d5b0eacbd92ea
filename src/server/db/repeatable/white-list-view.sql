-- What the system object WhiteListEntry is read from: see schemas/system/WhiteListEntry.json.
drop view if exists white_list;
create view white_list as
select
  w.account_id as id,
  1 as version,
  w.granted_at as "createdAt",
  w.granted_at as "updatedAt",
  w.granted_by::text as "createdBy",
  a.name,
  a.id as person,
  array_remove(a.roles, 'staff') as roles,
  w.reason,
  w.granted_by as "grantedBy",
  w.granted_at as "grantedAt"
from contact_white_list w
join account a on a.id = w.account_id;
