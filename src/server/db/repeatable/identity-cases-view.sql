-- What the system object IdentityCase is read from: see schemas/system/IdentityCase.json.
drop view if exists identity_case_list;
create view identity_case_list as
select
  c.id,
  c.version,
  c.submitted_at as "createdAt",
  coalesce(c.decided_at, c.submitted_at) as "updatedAt",
  c.account_id::text as "createdBy",
  c.title,
  c.kind,
  c.state,
  c.account_id as applicant,
  c.submitted_at as "submittedAt",
  c.decided_by as "decidedBy",
  c.decided_at as "decidedAt",
  c.reason
from identity_case c;
