-- What the system objects Correction and OwnCorrection are read from: see schemas/system.
drop view if exists correction_list;
create view correction_list as
select
  c.id,
  1 as version,
  c.created_at as "createdAt",
  coalesce(c.decided_at, c.created_at) as "updatedAt",
  c.account_id::text as "createdBy",
  c.title as name,
  coalesce(o.definition ->> 'label', c.object_api_name) as about,
  c.object_api_name as "objectApiName",
  c.record_id::text as "recordId",
  c.before_text as before,
  c.proposed_text as proposed,
  c.reason,
  c.evidence,
  c.state,
  c.account_id as proposer,
  c.created_at as "proposedAt",
  c.decided_at as "decidedAt",
  c.note
from correction c
left join meta_object o on o.api_name = c.object_api_name;
