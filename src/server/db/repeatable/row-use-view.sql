-- What the system object RowUse is read from: see schemas/system/RowUse.json. Accounts that read much of what they may.
drop view if exists row_use_list;
create view row_use_list as
select
  (d.account_id << 16) + (d.day - date '2020-01-01') as id,
  1 as version,
  d.seen_at as "createdAt",
  d.seen_at as "updatedAt",
  d.account_id::text as "createdBy",
  a.name,
  a.id as person,
  array_remove(array[
    case when d.spent_at is not null then 'spent' end,
    case when d.slowed_at is not null then 'slowed' end,
    case when d.spent_at is null and d.lists + d.searches + d.programs + d.exports > d.budget / 2 then 'half' end
  ], null) as state,
  a.id::text as uid,
  d.day,
  10::smallint as day_precision,
  (d.lists + d.searches + d.programs + d.exports)::bigint as total,
  d.lists::bigint as lists,
  d.searches::bigint as searches,
  d.programs::bigint as programs,
  d.exports::bigint as exports,
  d.budget::bigint as budget,
  d.usual::bigint as usual,
  d.slowed_at as "slowedAt",
  d.spent_at as "spentAt",
  d.seen_at as "seenAt"
from row_day d
join account a on a.id = d.account_id
where d.spent_at is not null or d.slowed_at is not null
  or d.lists + d.searches + d.programs + d.exports > d.budget / 2;
