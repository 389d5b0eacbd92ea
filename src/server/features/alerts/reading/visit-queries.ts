import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import type { SubscriptionRow } from '#server/features/alerts/base/queries.ts';

/** A place among visits, in the order in which they became final. */
export interface VisitPlace {
  readonly xid: string;
  readonly id: string;
}

/** The next visits that are final, so many at most. */
export async function nextVisits(trx: Db, after: VisitPlace, limit: number): Promise<VisitPlace[]> {
  const { rows } = await sql<VisitPlace>`
    select xid::text, id::text from record_visit
    where xid is not null and (xid, id) > (${after.xid}::text::xid8, ${after.id}::bigint)
      and xid < pg_snapshot_xmin(pg_current_snapshot()) order by record_visit.xid, record_visit.id limit ${limit}`.execute(
    trx,
  );
  return rows;
}

/** A day on which a visitor came, for one who subscribes to the visitors of the company. */
export interface VisitedDay extends Pick<
  SubscriptionRow,
  'frequency' | 'hour' | 'quiet_from' | 'quiet_to' | 'weekends'
> {
  readonly subscription: string;
  /** The row of the visitor as the list of visitors has it for the subscriber. */
  readonly visitor: string;
  readonly xid: string;
  /** YYYY-MM-DD. */
  readonly day: string;
  /** When the visitor came first: the beginning of that day. */
  readonly first_at: string;
  /** There was no day before it. */
  readonly is_first: boolean;
  /** The visitor says to the subscriber who it is. */
  readonly is_open: boolean;
}

/**
 * Days on which visitors came, by the first visit of each: of two that were stored that day, at the company and at a project of it,
 * the later one is none, and neither is any where one of them is older than the subscription.
 */
export async function visitedDays(trx: Db, after: VisitPlace, until: VisitPlace): Promise<VisitedDay[]> {
  const { rows } = await sql<VisitedDay>`
    select s.id::text as subscription, s.frequency, coalesce(a.hour, 9) as hour, coalesce(a.quiet_from, 22) as quiet_from,
      coalesce(a.quiet_to, 8) as quiet_to, coalesce(a.weekends, true) as weekends,
      visitor_row(known.visitor_id, s.account_id)::text as visitor, v.xid::text as xid,
      v.day::text as day, known.first_day::timestamp at time zone 'Asia/Shanghai' as first_at, known.first_day = v.day as is_first,
      coalesce(w.is_open, false) as is_open
    from record_visit v
    join alert_subscription s on s.source = 'visitors' and s.target_id = v.company_id and s.paused is null
      and not pg_visible_in_snapshot(v.xid, s.baseline)
    join account c on c.id = s.account_id and c.closed_at is null and c.frozen_at is null
    join company_member m on m.company_id = v.company_id and m.account_id = s.account_id
    left join alert_account a on a.account_id = s.account_id
    left join visitor_mask w on w.reader_id = s.account_id and w.company_id = v.company_id and w.account_id = v.account_id
    cross join lateral (select min(o.visitor_id) as visitor_id, min(o.day) as first_day from record_visit o
      where o.company_id = v.company_id and o.account_id = v.account_id) known
    where v.xid is not null and (v.xid, v.id) > (${after.xid}::text::xid8, ${after.id}::bigint)
      and (v.xid, v.id) <= (${until.xid}::text::xid8, ${until.id}::bigint)
      and not exists (select from record_visit o
        where o.company_id = v.company_id and o.account_id = v.account_id and o.day = v.day and o.id <> v.id
          and (o.xid is null or (o.xid, o.id) < (v.xid, v.id) or pg_visible_in_snapshot(o.xid, s.baseline)))
    order by v.xid, v.id, s.id`.execute(trx);
  return rows;
}

/** How far visits were read. */
export async function visitsRead(trx: Db): Promise<VisitPlace> {
  const { rows } = await sql<VisitPlace>`select visit_xid::text as xid, visit_id::text as id from alert_reader`.execute(
    trx,
  );
  const [row] = rows;
  if (!row) throw new Error('The reader has not begun.');
  return row;
}

export async function moveVisits(trx: Db, { xid, id }: VisitPlace): Promise<void> {
  await sql`update alert_reader set visit_xid = ${xid}::text::xid8, visit_id = ${id}::bigint`.execute(trx);
}
