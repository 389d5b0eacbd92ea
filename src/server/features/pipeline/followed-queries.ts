import { sql } from 'kysely';
import { BINDINGS } from '#schemas/bindings.ts';
import type { Db } from '#server/db/database.ts';

/** Records that a user or the companies that the user speaks for follow up and that did not come to an end, the latest first, some hundred at most. */
export async function followedRecords(
  db: Db,
  accountId: string,
): Promise<readonly { readonly objectApiName: string; readonly id: string }[]> {
  const [company, project, institution] = [BINDINGS.company, BINDINGS.project, BINDINGS.institution].map(
    ({ object }) => object,
  );
  const { rows } = await sql<{ objectApiName: string; id: string }>`
    select case when d.project_id is not null then ${project} when d.institution_id is not null then ${institution}
        else ${company} end as "objectApiName",
      coalesce(d.project_id, d.institution_id, d.company_id)::text as id
    from deal_contact d
    where d.state not in ('declined', 'silent')
      and (d.side = 'investor' and d.account_id = ${accountId}::bigint
        or d.side = 'company' and d.institution_id is not null
          and d.company_id in (select m.company_id from company_member m where m.account_id = ${accountId}::bigint))
    order by d.updated_at desc limit 300`.execute(db);
  return rows;
}
