-- What the system object RecordContact is read from: see schemas/system/RecordContact.json.
drop view if exists record_contact_list;
create view record_contact_list as
select
  p.id,
  1 as version,
  p.linked_at as "createdAt",
  p.linked_at as "updatedAt",
  null::text as "createdBy",
  a.name,
  a.id as person,
  p.object_api_name as "objectApiName",
  p.record_id::text as "recordId",
  p.linked_at as "linkedAt"
from record_party p
join account a on a.id = p.account_id;
