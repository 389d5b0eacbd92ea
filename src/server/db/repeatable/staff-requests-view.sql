-- What the system objects GrantRequest and AccessRequest are read from: see schemas/system.
drop view if exists grant_request_list;
drop view if exists access_request_list;
drop view if exists staff_request_list;
create view staff_request_list as
select
  r.kind,
  r.id,
  1 as version,
  r.requested_at as "createdAt",
  coalesce(r.decided_at, r.requested_at) as "updatedAt",
  r.requested_by::text as "createdBy",
  r.summary as title,
  r.state,
  r.account_id as person,
  r.account_id::text as "personUid",
  r.reason,
  r.requested_by as "requestedBy",
  r.requested_by::text as "requesterUid",
  r.requested_at as "requestedAt",
  r.expires_at as "expiresAt",
  r.decided_by as "decidedBy",
  r.decided_at as "decidedAt",
  nullif(r.decided_because, '') as "decidedReason"
from staff_request r;
create view grant_request_list as
select * from staff_request_list where kind <> 'duties';
create view access_request_list as
select * from staff_request_list where kind = 'duties';
