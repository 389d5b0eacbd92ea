import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/**
 * SQL: does anything lead one user to another? The other is the contact of a record, which everyone finds, or came to the
 * user: looked at the user's company under their own name, saw the user's contact, or asked for a plan of that company. An id by itself leads
 * nowhere, or counting through ids would list the users.
 */
export const leadsTo = (me: RawBuilder<unknown>, account: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(
  exists (select from company_member s where s.account_id = ${account})
  or exists (select from record_party p where p.account_id = ${account})
  or exists (select from project_interest i where i.founder_id = ${me} and i.investor_id = ${account}
    and not exists (select from visit_card c where c.account_id = ${account} and c.mode <> 'open')
    and not exists (select from visit_card c where c.account_id = ${me} and c.mode = 'private'))
  or exists (select from contact_view v where v.target_id = ${me} and v.viewer_id = ${account})
  or exists (select from plan_request r join company_member s on s.company_id = r.company_id
    where s.account_id = ${me} and r.account_id = ${account}))`;

/** An account as another user finds it by its id. */
export interface Meeting {
  /** There is such an account, neither closed nor frozen. */
  readonly is_open: boolean;
  readonly roles: string[];
  readonly is_led_to: boolean;
}

/**
 * Reads the same for every id, with an account or without, so that the time of the answer does not distinguish them.
 */
export async function meetingOf(db: Db, me: string, uid: string): Promise<Meeting> {
  const { rows } = await sql<Meeting>`
    select a.id is not null as is_open, coalesce(a.roles, '{}') as roles,
      ${leadsTo(sql`${me}::bigint`, sql`x.id`)} as is_led_to
    from (select ${uid}::bigint as id) x
      left join account a on a.id = x.id and a.closed_at is null and a.frozen_at is null`.execute(db);
  return rows[0] as Meeting;
}
