import { sql } from 'kysely';
import { BINDINGS } from '#schemas/bindings.ts';
import type { VisitMode } from '#schemas/api/visits.ts';
import { INVESTOR_ROLES } from '#shared/policy/actor.ts';
import { boundTable } from '#server/core/bindings/bound-queries.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { Db } from '#server/db/database.ts';
import { entityOf } from '#server/platform/parties/entity-queries.ts';

/** Looks of one user at one record, gathered since the last time they were stored. */
export interface NewVisit {
  readonly account: string;
  /** One of the two. */
  readonly company: string | null;
  readonly project: string | null;
  readonly object: string;
  readonly first: string;
  readonly last: string;
  /** The page was opened, and not only stayed open. */
  readonly opened: boolean;
  readonly seconds: number;
  readonly sections: readonly string[];
  /** Place in VISIT_SOURCES. */
  readonly source: number;
  /** For a new row, and for the first row of a visitor. */
  readonly id: string;
  readonly visitor: string;
}

/** Seconds of one day at one record at most: see the check of the table. */
const MAX_SECONDS = 1800;
/** Parts of one record that are kept at most. */
const MAX_SECTIONS = 20;

/**
 * Adds visits to what is stored, one statement for all of them. An open within 30 minutes of the last sign of the visitor is
 * the same open, and what follows midnight within them is of the day before. A stay never counts more seconds than have
 * passed, so that two windows count once; without an open before it, it is not stored. Own people are not.
 */
export async function storeVisits(trx: Db, catalog: Catalog, visits: readonly NewVisit[]): Promise<void> {
  const company = boundTable(catalog, BINDINGS.company);
  const project = boundTable(catalog, BINDINGS.project);
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(visits)}::jsonb) as g(account bigint, company bigint,
        project bigint, object text, first timestamptz, last timestamptz, opened boolean, seconds integer, sections text[],
        source smallint, id bigint, visitor bigint)),
    placed as (
      select g.*, c.id as company_id, coalesce(g.project, 0) as project_id,
        coalesce(${project.name('p')}, ${company.name('c')}, '') as title
      from given g
        left join ${project.table} p on p.id = g.project
        join ${company.table} c on c.id = coalesce(g.company, ${project.column('p', 'company')})
        join account a on a.id = g.account and a.closed_at is null
      where (g.project is null or p.id is not null)
        and not exists (select from company_member m where m.company_id = c.id and m.account_id = g.account)),
    known as (
      select n.*, k.day as before_day, coalesce(k.last_at > n.first - interval '30 minutes', false) as goes_on,
        coalesce(v.visitor_id, n.visitor) as visitor_id
      from placed n
        left join lateral (select r.day, r.last_at from record_visit r
          where r.account_id = n.account and r.company_id = n.company_id and r.project_id = n.project_id
          order by r.day desc limit 1) k on true
        left join lateral (select r.visitor_id from record_visit r
          where r.account_id = n.account and r.company_id = n.company_id order by r.day limit 1) v on true)
    insert into record_visit as kept (id, visitor_id, account_id, company_id, project_id, object_api_name, title, day,
      first_at, last_at, opens, seconds, sections, source)
    select id, visitor_id, account, company_id, project_id, object, title,
      case when goes_on then before_day else (first at time zone 'Asia/Shanghai')::date end,
      first, last, case when opened then 1 else 0 end,
      case when goes_on then seconds else least(seconds, extract(epoch from last - first))::integer end, sections, source
    from known where opened or goes_on
    on conflict (account_id, company_id, project_id, day) do update set
      opens = kept.opens + case when excluded.first_at - interval '30 minutes' >= kept.last_at then excluded.opens else 0 end,
      seconds = least(${MAX_SECONDS}, kept.seconds
        + least(excluded.seconds, greatest(0, ceil(extract(epoch from excluded.last_at - kept.last_at)))))::integer,
      sections = (select coalesce((array_agg(distinct part))[1:${sql.lit(MAX_SECTIONS)}], '{}')
        from unnest(kept.sections || excluded.sections) as part),
      title = excluded.title,
      -- What led to the first open of the day that says so.
      source = coalesce(nullif(kept.source, 0), excluded.source),
      last_at = greatest(kept.last_at, excluded.last_at)`.execute(trx);
}

/** Reads what others may learn of visitors, once a day for each. */
export async function readCards(trx: Db, catalog: Catalog, accounts: readonly string[], today: string): Promise<void> {
  const form = boundTable(catalog, BINDINGS.investorForm);
  await sql`
    insert into visit_card (account_id, kind, entity, institution_id, position, read_on)
    select a.id, k.kind, e.entity,
      case when l.account_id is null then i.institution_id else l.institution_id end, e.position, ${today}::date
    from account a
      left join lateral (select r as kind from unnest(a.roles) with ordinality as u(r, nth)
        where r = any(${[...INVESTOR_ROLES]}::text[]) order by nth limit 1) k on true
      left join lateral ${entityOf(catalog, sql`a.id`)} e on true
      left join investor_link l on l.account_id = a.id
      left join lateral (select ${form.column('f', 'institution')} as institution_id
        from identity_case c join ${form.table} f on f.id = c.record_id
        where c.account_id = a.id and c.kind = 'investor' and c.state = 'APPROVED' order by c.id desc limit 1) i on true
    where a.id = any(${[...accounts]}::bigint[]) and a.closed_at is null
      and not exists (select from visit_card c where c.account_id = a.id and c.read_on = ${today}::date)
    order by a.id
    on conflict (account_id) do update set kind = excluded.kind, entity = excluded.entity,
      institution_id = excluded.institution_id, position = excluded.position, read_on = excluded.read_on`.execute(trx);
}

/** What others learn of the visits of a user; all of it until the user says otherwise. */
export async function modeOf(db: Db, accountId: string): Promise<VisitMode> {
  const row = await db.selectFrom('visit_card').select('mode').where('account_id', '=', accountId).executeTakeFirst();
  return row?.mode ?? 'open';
}

export async function saveMode(db: Db, accountId: string, mode: VisitMode): Promise<void> {
  await db
    .insertInto('visit_card')
    .values({ account_id: accountId, mode })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ mode }))
    .execute();
}

/** What is deleted with a visit: visits of the same record, or of its company and all its projects. */
type Reach = 'record' | 'company';

/** Deletes a user's visits of what one of them is of. False where the user has no such visit. */
export async function deleteVisitsLike(trx: Db, accountId: string, id: string, reach: Reach): Promise<boolean> {
  const { rows } = await sql<{ company_id: string }>`
    delete from record_visit v using record_visit named
    where named.id = ${id}::bigint and named.account_id = ${accountId}::bigint and v.account_id = named.account_id
      and v.company_id = named.company_id and (${reach === 'company'} or v.project_id = named.project_id)
    returning v.company_id`.execute(trx);
  const [deleted] = rows;
  if (!deleted) return false;
  await sql`
    update project_interest set ccids = array_remove(ccids, ${deleted.company_id}::bigint)
    where investor_id = ${accountId}::bigint and ${deleted.company_id}::bigint = any(ccids) and not exists (
      select from record_visit v where v.account_id = ${accountId}::bigint
        and v.company_id = ${deleted.company_id}::bigint)`.execute(trx);
  await sql`delete from project_interest where investor_id = ${accountId}::bigint and ccids = '{}'`.execute(trx);
  return true;
}

/** Visits of a user, for the copy of what is kept about them. */
export async function visitsOf(db: Db, accountId: string) {
  const { rows } = await sql<{ title: string; day: string; opens: number; seconds: number; sections: string[] }>`
    select title, day::text as day, opens, seconds, sections from record_visit
    where account_id = ${accountId}::bigint order by day desc, id`.execute(db);
  return rows;
}

export async function deleteVisitsOf(trx: Db, accountId: string): Promise<void> {
  await trx.deleteFrom('record_visit').where('account_id', '=', accountId).execute();
  await trx.deleteFrom('visit_card').where('account_id', '=', accountId).execute();
}

/** Deletes visits of days before this one, a few thousand at a time; gives how many. */
export async function deleteBefore(db: Db, day: string): Promise<number> {
  const { rows } = await sql`
    delete from record_visit where id in (select id from record_visit where day < ${day}::date limit 5000)
    returning id`.execute(db);
  return rows.length;
}
