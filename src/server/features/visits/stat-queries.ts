import { sql } from 'kysely';
import type { InstitutionRow, StatRow, VisitStat, VisitorKind } from '#schemas/api/visits.ts';
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
  /** Days of one part of the trend, which has no more parts than there are bits in a bigint. */
  readonly step: number;
  readonly offset: number;
  readonly limit: number;
  readonly sort: 'last' | 'returning';
  /** List institutions too? */
  readonly withInstitutions: boolean;
}

type Figures = NonNullable<VisitStat['summary']['previous']>;

export interface ReadStat {
  readonly now: Figures;
  readonly before: Figures;
  /** Viewers by the parts of the trend in which they came: a bit for each, the first being the lowest, as decimal text. */
  readonly days: readonly { readonly parts: string; readonly viewers: number }[];
  readonly types: VisitStat['byType'];
  readonly rows: readonly StatRow[];
  readonly institutions: readonly InstitutionRow[];
  /** Viewers by the institution that is named of them; null for those of whom none is. */
  readonly named: readonly { readonly institution: string | null; readonly viewers: number }[];
  /** Viewers who say who they are by what led them here: places in VISIT_SOURCES. */
  readonly sources: readonly { readonly source: number; readonly viewers: number }[];
}

/** Measured viewers below which no median is given. */
const MIN_MEASURED = 5;

/** Figures of viewers of a period, of whom `span` is what they did in it. */
const figures = (span: 'now' | 'before') => {
  const seconds = sql.ref(`seconds_${span}`);
  const isMeasured = sql`${seconds} > 0`;
  return sql`(select json_build_object(
    'viewers', count(*), 'institutions', (select count(*) from (
      select from viewer where ${sql.ref(`is_${span}`)} and entity is not null group by entity) named), 'returning', count(*) filter (where ${sql.ref(`returns_${span}`)}),
    'opens', coalesce(sum(${sql.ref(`opens_${span}`)}), 0),
    'medianSeconds', case when count(*) filter (where ${isMeasured}) >= ${sql.lit(MIN_MEASURED)} then
      round(percentile_cont(.5) within group (order by ${seconds}) filter (where ${isMeasured})) end,
    'contacted', count(*) filter (where contacted), 'bpSent', count(*) filter (where bp_sent))
    from viewer where ${sql.ref(`is_${span}`)})`;
};

/** Names of the people of an institution that are shown. */
const MAX_PEOPLE = 5;

/** Institutions of a period, those whose people came last first. */
const institutionRows = (limit: number, offset: number) => sql`coalesce((select json_agg(json_build_object(
  'investorEntityName', entity, 'viewers', viewers, 'people', people, 'returning', again, 'lastOn', last_day::text,
  'opens', opens) order by last_day desc, entity) from (
    select entity, count(*) as viewers, max(last_day) as last_day, sum(opens_now) as opens,
      count(*) filter (where returns_now) as again,
      coalesce((array_agg(name order by last_day desc, visitor_id) filter (where name is not null))[1:${sql.lit(MAX_PEOPLE)}],
        '{}') as people
    from viewer where is_now and entity is not null
    group by entity order by max(last_day) desc, entity limit ${limit} offset ${offset}) t), '[]')`;

/**
 * All figures of a period in one reading of the company's visits. What a viewer lets be known is decided before anything is
 * counted: see the view visitor_mask.
 */
export async function readStat(db: Db, asked: AskedStat): Promise<ReadStat> {
  const { reader, company, from, to, previousFrom, kind, step, offset, limit, sort, withInstitutions } = asked;
  const order = sort === 'last' ? sql`last_day desc, visitor_id` : sql`returns_now desc, last_day desc, visitor_id`;
  const start = sql`${from}::date`;
  const isNow = sql`day >= ${start}`;
  const isBefore = sql`(day >= ${previousFrom}::date and day < ${start})`;
  const { rows } = await sql<ReadStat>`
    with person as materialized (
      select account_id, min(visitor_id) as visitor_id, min(day) as first_day, max(day) as last_day,
        min(day) <> max(day) as returns_now, max(day) >= ${start} as is_now,
        min(day) <> max(day) filter (where day < ${start}) as returns_before,
        coalesce(bool_or(${isBefore}), false) as is_before,
        sum(opens) as opens, sum(seconds) as seconds,
        coalesce(sum(opens) filter (where ${isNow}), 0) as opens_now,
        coalesce(sum(opens) filter (where ${isBefore}), 0) as opens_before,
        coalesce(sum(seconds) filter (where ${isNow}), 0) as seconds_now,
        coalesce(sum(seconds) filter (where ${isBefore}), 0) as seconds_before,
        min((day - date '2000-01-01') * 8 + source) filter (where ${isNow}) % 8 as source,
        bit_or(1::bigint << ((day - ${start}) / ${sql.lit(step)})) filter (where ${isNow}) as parts
      from record_visit where company_id = ${company}::bigint and day <= ${to}::date group by account_id),
    viewer as materialized (
      select p.*, w.is_open, w.uid, w.name, w.avatar, w.entity, w.institution_id, w.position, w.kind,
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
      from (select * from viewer where is_now order by ${order} limit ${limit} offset ${offset}) n
        cross join lateral (
          select count(distinct v.day) as days, max(v.last_at) as last_at from record_visit v
          where v.company_id = ${company}::bigint and v.account_id = n.account_id) r)
    select ${figures('now')} as now, ${figures('before')} as before,
      coalesce((select json_agg(t) from (
        select parts::text as parts, count(*) as viewers from viewer where is_now group by viewer.parts) t), '[]') as days,
      coalesce((select json_agg(t order by t.viewers desc, t.type) from (
        select kind as type, count(*) as viewers from viewer where is_now group by kind) t), '[]') as types,
      coalesce((select json_agg(json_build_object(
        'uid', uid::text, 'name', name, 'avatar', avatar, 'investorEntityName', entity, 'investorPosition', position,
        'investorType', kind, 'firstOn', first_day::text, 'lastOn', last_day::text, 'lastAt', last_at, 'days', days,
        'opens', opens, 'seconds', seconds, 'contacted', contacted, 'bpSent', bp_sent)
        order by ${order}) from page), '[]') as rows,
      ${withInstitutions ? institutionRows(limit, offset) : sql`'[]'::json`} as institutions,
      coalesce((select json_agg(t) from (
        select institution_id::text as institution, count(*) as viewers from viewer where is_now group by institution_id) t),
        '[]') as named,
      coalesce((select json_agg(t) from (
        select source, count(*) as viewers from viewer where is_now and is_open group by source) t), '[]') as sources`.execute(
    db,
  );
  return rows[0] as ReadStat;
}

/** What is known of an institution that viewers are of. */
interface InstitutionFacts {
  readonly id: string;
  readonly region: string | null;
  readonly industries: readonly string[] | null;
}

export async function institutionFacts(db: Db, catalog: Catalog, ids: readonly string[]): Promise<InstitutionFacts[]> {
  if (ids.length === 0) return [];
  const institution = boundTable(catalog, BINDINGS.institution);
  const { rows } = await sql<InstitutionFacts>`
    select i.id::text as id, ${institution.column('i', 'region')} as region,
      ${institution.column('i', 'industries')} as industries
    from ${institution.table} i where i.id = any(${[...ids]}::bigint[])`.execute(db);
  return rows;
}

/** The industry of a company; null where it is not known. */
export async function industryOf(db: Db, catalog: Catalog, companyId: string): Promise<string | null> {
  const company = boundTable(catalog, BINDINGS.company);
  const { rows } = await sql<{ industry: string | null }>`
    select ${company.column('c', 'industry')} as industry from ${company.table} c where c.id = ${companyId}::bigint`.execute(
    db,
  );
  return rows[0]?.industry ?? null;
}
