-- What the system object UnfitMatch is read from: see schemas/system.
drop view if exists match_feedback_list;
create view match_feedback_list as
select
  f.id,
  1 as version,
  f.at as "createdAt",
  f.at as "updatedAt",
  f.account_id::text as "createdBy",
  f.title,
  nullif(f.institution_id, 0) as institution,
  f.project_id as project,
  f.reason,
  f.at as "markedAt"
from match_feedback f where f.lapsed is null;
