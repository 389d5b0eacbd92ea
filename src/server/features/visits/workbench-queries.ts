import { sql } from 'kysely';
import type { Workbench } from '#schemas/api/visits.ts';
import type { Db } from '#server/db/database.ts';

/** Numbers of the lists of an investor, read from what the lists are read from, so that each is that of its list. */
export async function readWorkbenchOf(db: Db, accountId: string, until: string): Promise<Workbench> {
  const { rows } = await sql<Workbench>`
    select v.*, ${until} as until,
      coalesce((select json_agg(d order by d.state) from (
        select state, count(*) as count from investor_pipeline_list where "createdBy" = ${accountId} group by state) d),
        '[]') as deals,
      (select count(*)::integer from investor_pipeline_list where "createdBy" = ${accountId} and "nextOn" <= ${until}::date
        and state not in ('invested', 'declined')) as due
    from (select count(*)::integer as visited, (count(*) filter (where changed))::integer as changed,
      (count(*) filter (where days > 1 and not followed))::integer as unfollowed
      from own_visit_list where "createdBy" = ${accountId}) v`.execute(db);
  return rows[0] as Workbench;
}
