import { sql } from 'kysely';
import { BINDINGS } from '#schemas/bindings.ts';
import type { ExchangeSummary } from '#schemas/api/chat-exchange.ts';
import type { Db } from '#server/db/database.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import { boundTable } from '#server/core/bindings/bound-queries.ts';
import { type Entity, entityOf } from '#server/platform/parties/entity-queries.ts';

export interface Visit {
  readonly companyId: string;
  readonly investorId: string;
  readonly at: Date;
  /** Days of Asia/Shanghai begin here: a visit of another day is news again. */
  readonly dayBegan: Date;
}

/** Representatives of companies who can be notified of visitors, by company. */
export async function membersOf(db: Db, companyIds: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
  const members = new Map<string, string[]>();
  if (companyIds.length === 0) return members;
  const rows = await db
    .selectFrom('company_member')
    .innerJoin('account', 'account.id', 'company_member.account_id')
    .select(['company_id', 'account.id'])
    .where('company_id', '=', sql<string>`any(${[...new Set(companyIds)]}::bigint[])`)
    .where('closed_at', 'is', null)
    .orderBy('account.id')
    .execute();
  for (const row of rows) members.set(row.company_id, [...(members.get(row.company_id) ?? []), row.id]);
  return members;
}

/** Keeps that an investor looked at a company of a founder. True when that is news to the founder. */
export async function keepVisit(
  db: Db,
  { companyId, investorId, at, dayBegan }: Visit,
  founder: { readonly founderId: string; readonly id: string },
): Promise<boolean> {
  const { rows } = await sql<{ is_news: boolean }>`
    with before as (select read_at is not null as was_read from project_interest
      where founder_id = ${founder.founderId}::bigint and investor_id = ${investorId}::bigint)
    insert into project_interest as kept (id, founder_id, investor_id, ccids, first_at, last_at)
    values (${founder.id}::bigint, ${founder.founderId}::bigint, ${investorId}::bigint, array[${companyId}::bigint],
      ${at.toISOString()}::timestamptz, ${at.toISOString()}::timestamptz)
    on conflict (founder_id, investor_id) do update set
      ccids = case when ${companyId}::bigint = any(kept.ccids) then kept.ccids else kept.ccids || excluded.ccids end,
      read_at = case when kept.last_at < ${dayBegan.toISOString()}::timestamptz then null else kept.read_at end,
      last_at = greatest(kept.last_at, excluded.last_at)
    returning (not exists (select from before) or (read_at is null and (select was_read from before)))
      and not exists (select from visit_card c where c.account_id = ${investorId}::bigint and c.mode <> 'open') as is_news`.execute(
    db,
  );
  return rows[0]?.is_news ?? false;
}

interface ViewedCompany {
  readonly ccid: string;
  readonly name: string;
}

export interface InterestRow extends Entity {
  readonly id: string;
  readonly uid: string;
  readonly name: string;
  readonly avatar: string | null;
  readonly last_at: string;
  readonly is_read: boolean;
  /** Companies that the founder still speaks for, in the order in which they were looked at. */
  readonly projects: ViewedCompany[];
  readonly standing: ExchangeSummary;
}

/**
 * Rows of a founder whose investor can still be reached and looks under their own name, about companies that the founder still
 * speaks for; none for a founder who looks privately.
 */
const shown = (founderId: string) => sql`
  from project_interest i join account a on a.id = i.investor_id
  where i.founder_id = ${founderId}::bigint and a.closed_at is null and a.frozen_at is null
    and not exists (select from visit_card c where c.account_id = i.investor_id and c.mode <> 'open')
    and not exists (select from visit_card c where c.account_id = i.founder_id and c.mode = 'private')
    and exists (select from company_member m where m.account_id = i.founder_id and m.company_id = any(i.ccids))`;

/** What the founder exchanged with the investor of row `p`, as one JSON value. A request past its term no longer waits. */
const exchangeSummary = (founderId: string, at: Date) => sql`
  select json_build_object(
    'hasExchangePhone', coalesce(bool_or(x.kind = 'PHONE' and x.state = 'agreed'), false),
    'hasExchangeWeixin', coalesce(bool_or(x.kind = 'WEIXIN' and x.state = 'agreed'), false),
    'hasBp', exists (select from chat_delivery d where d.conversation_id = min(c.id)),
    'pending', coalesce(
      json_agg(json_build_object('kind', x.kind, 'mine', x.requester_id = ${founderId}::bigint) order by x.kind)
        filter (where x.state = 'pending' and x.expires_at > ${at.toISOString()}::timestamptz), '[]')) as standing
  from chat_conversation c left join chat_exchange x on x.conversation_id = c.id
  where c.user_a = least(${founderId}::bigint, p.uid) and c.user_b = greatest(${founderId}::bigint, p.uid)`;

/** One page, the latest first; requests are judged at the instant `at`. */
export async function interestPage(
  db: Db,
  catalog: Catalog,
  founderId: string,
  { offset, limit, at }: { offset: number; limit: number; at: Date },
): Promise<InterestRow[]> {
  const { table, name } = boundTable(catalog, BINDINGS.companyCard);
  const { rows } = await sql<InterestRow>`
    with page as (
      select i.id, a.id as uid, a.name, a.avatar, i.last_at, i.read_at is not null as is_read, i.ccids
      ${shown(founderId)} order by i.last_at desc, i.id limit ${limit} offset ${offset}
    )
    select p.id, p.uid, p.name, p.avatar, p.last_at, p.is_read, e.entity, e.position,
      coalesce((select json_agg(json_build_object('ccid', m.company_id::text, 'name', coalesce(${name('c')}, ''))
          order by array_position(p.ccids, m.company_id))
        from company_member m join ${table} c on c.id = m.company_id
        where m.account_id = ${founderId}::bigint and m.company_id = any(p.ccids)), '[]') as projects, s.standing
    from page p left join lateral ${entityOf(catalog, sql`p.uid`)} e on true
      left join lateral (${exchangeSummary(founderId, at)}) s on true
    order by p.last_at desc, p.id`.execute(db);
  return rows;
}

/** How many rows there are, and how many of them were not looked at. */
export async function interestCounts(db: Db, founderId: string): Promise<{ total: number; unread: number }> {
  const { rows } = await sql<{ total: number; unread: number }>`
    select count(*)::integer as total, (count(*) filter (where i.read_at is null))::integer as unread
    ${shown(founderId)}`.execute(db);
  return rows[0] ?? { total: 0, unread: 0 };
}

/** Notes that a row was looked at. False when the founder has no such row. */
export async function markRead(db: Db, founderId: string, id: string, at: Date): Promise<boolean> {
  const row = await db
    .updateTable('project_interest')
    .set({ read_at: sql<string>`coalesce(read_at, ${at.toISOString()}::timestamptz)` })
    .where('id', '=', id)
    .where('founder_id', '=', founderId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
