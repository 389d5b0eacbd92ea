import { sql } from 'kysely';
import type { StatRow, VisitStat, VisitorKind } from '#schemas/api/visits.ts';
import { BINDINGS } from '#schemas/bindings.ts';
import { boundTable } from '#server/core/bindings/bound-queries.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { Db } from '#server/db/database.ts';

/** Companies that a user speaks for, in the order in which they came. */
export async function ownCompanies(db: Db, catalog: Catalog, accountId: string): Promise<VisitStat['companies']> {
  const { table, name } = boundTable(catalog, BINDINGS.company);
  const { rows } = await sql<{ ccid: string; name: string }>`
    select m.company_id as ccid, coalesce(${name('c')}, '') as name
    from company_member m join ${table} c on c.id = m.company_id
    where m.account_id = ${accountId}::bigint order by m.since, m.company_id`.execute(db);
  return rows;
}

/** What is asked about the visitors of a company; days are YYYY-MM-DD. */
export interface AskedStat {
  readonly reader: string;
  readonly company: string;
  readonly from: string;
  readonly to: string;
  /** Null for no period to compare with. */
  readonly previousFrom: string | null;
  readonly kind: VisitorKind | 'OTHER' | '';
  /** Days of one part of the trend. */
  readonly step: number;
  /** Parts of the trend: no more than there are bits in a bigint. */
  readonly parts: number;
  readonly offset: number;
  readonly limit: number;
}

type Figures = NonNullable<VisitStat['summary']['previous']>;

export interface ReadStat {
  readonly now: Figures;
  readonly before: Figures;
  /** Parts of the trend that have viewers, by number from 0. */
  readonly trend: readonly { readonly part: number; readonly viewers: number }[];
  readonly types: VisitStat['byType'];
  readonly rows: readonly StatRow[];
}

/** Measured viewers below which no median is given. */
const MIN_MEASURED = 5;

/** Figures of viewers of a period, of whom `span` is what they did in it. */
const figures = (span: 'now' | 'before') => {
  const seconds = sql.ref(`seconds_${span}`);
  const isMeasured = sql`${seconds} > 0`;
  return sql`(select json_build_object(
    'viewers', count(*), 'institutions', count(distinct entity), 'returning', count(*) filter (where ${sql.ref(`returns_${span}`)}),
    'opens', coalesce(sum(${sql.ref(`opens_${span}`)}), 0),
    'medianSeconds', case when count(*) filter (where ${isMeasured}) >= ${sql.lit(MIN_MEASURED)} then
      round(percentile_cont(.5) within group (order by ${seconds}) filter (where ${isMeasured})) end,
    'contacted', count(*) filter (where contacted), 'bpSent', count(*) filter (where bp_sent))
    from viewer where ${sql.ref(`is_${span}`)})`;
};

/**
 * All figures of a period in one reading of the company's visits. What a viewer lets be known is decided before anything is
 * counted: see the view visitor_mask.
 */
export async function readStat(db: Db, asked: AskedStat): Promise<ReadStat> {
  const { reader, company, from, to, previousFrom, kind, step, parts, offset, limit } = asked;
  const isNow = sql`day >= ${from}::date`;
  const isBefore = sql`(day >= ${previousFrom}::date and day < ${from}::date)`;
  const { rows } = await sql<ReadStat>`
    with person as materialized (
      select account_id, min(visitor_id) as visitor_id, min(day) as first_day, max(day) as last_day,
        min(day) <> max(day) as returns_now, max(day) >= ${from}::date as is_now,
        min(day) <> max(day) filter (where day < ${from}::date) as returns_before,
        coalesce(bool_or(${isBefore}), false) as is_before,
        sum(opens) as opens, sum(seconds) as seconds,
        coalesce(sum(opens) filter (where ${isNow}), 0) as opens_now,
        coalesce(sum(opens) filter (where ${isBefore}), 0) as opens_before,
        coalesce(sum(seconds) filter (where ${isNow}), 0) as seconds_now,
        coalesce(sum(seconds) filter (where ${isBefore}), 0) as seconds_before,
        bit_or(1::bigint << ((day - ${from}::date) / ${sql.lit(step)})) filter (where ${isNow}) as parts
      from record_visit where company_id = ${company}::bigint and day <= ${to}::date group by account_id),
    viewer as materialized (
      select p.*, w.is_open, w.uid, w.name, w.avatar, w.entity, w.position, w.kind,
        w.is_open and p.account_id in (
          select user_b from chat_conversation where user_a = ${reader}::bigint
          union all select user_a from chat_conversation where user_b = ${reader}::bigint) as contacted,
        w.is_open and p.account_id in (
          select to_id from chat_delivery where company_id = ${company}::bigint) as bp_sent
      from person p join visitor_mask w on w.account_id = p.account_id
      where w.reader_id = ${reader}::bigint and w.company_id = ${company}::bigint
        and (${kind} = '' or w.kind = ${kind})),
    page as (
      select n.*, r.days, case when n.is_open then r.last_at end as last_at
      from (select * from viewer where is_now order by last_day desc, visitor_id limit ${limit} offset ${offset}) n
        cross join lateral (
          select count(distinct v.day) as days, max(v.last_at) as last_at from record_visit v
          where v.company_id = ${company}::bigint and v.account_id = n.account_id) r)
    select ${figures('now')} as now, ${figures('before')} as before,
      coalesce((select json_agg(t order by t.part) from (
        select part, count(*) as viewers from generate_series(0, ${sql.lit(parts - 1)}) as part
          join viewer on viewer.parts >> part & 1 = 1 group by part) t), '[]') as trend,
      coalesce((select json_agg(t order by t.viewers desc, t.type) from (
        select kind as type, count(*) as viewers from viewer where is_now group by kind) t), '[]') as types,
      coalesce((select json_agg(json_build_object(
        'uid', uid::text, 'name', name, 'avatar', avatar, 'investorEntityName', entity, 'investorPosition', position,
        'investorType', kind, 'firstOn', first_day::text, 'lastOn', last_day::text, 'lastAt', last_at, 'days', days,
        'opens', opens, 'seconds', seconds, 'contacted', contacted, 'bpSent', bp_sent)
        order by last_day desc, visitor_id) from page), '[]') as rows`.execute(db);
  return rows[0] as ReadStat;
}
