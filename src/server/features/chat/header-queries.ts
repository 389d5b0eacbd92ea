import { type RawBuilder, sql } from 'kysely';
import { BINDINGS } from '#schemas/bindings.ts';
import type { Db } from '#server/db/database.ts';
import { boundTable } from '#server/core/bindings/bound-queries.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import { type Entity, entityOf } from '#server/platform/parties/entity-queries.ts';
import { hasOpenPage } from '#server/platform/parties/page-queries.ts';
import { leadsTo } from '#server/platform/parties/meeting-queries.ts';

export interface HeaderRow extends Entity {
  readonly id: string;
  readonly name: string;
  readonly avatar: string | null;
  readonly roles: string[];
  readonly intro: string;
  readonly is_gone: boolean;
  readonly has_page: boolean;
}

/** The account has written with the user who asks, is that user, or is open and something leads to it. */
const isKnown = (me: string) => sql<boolean>`(a.id = ${me}::bigint
  or exists (select from chat_inbox i where i.user_id = ${me}::bigint and i.peer_id = a.id)
  or a.closed_at is null and a.frozen_at is null and ${leadsTo(sql`${me}::bigint`, sql`a.id`)})`;

/** Who a user is, for another; undefined for an unknown id, and for a user whom the one who asks does not know. */
export async function headerRow(db: Db, catalog: Catalog, me: string, uid: string): Promise<HeaderRow | undefined> {
  const { rows } = await sql<HeaderRow>`
    select a.id, a.name, a.avatar, a.roles, a.intro, a.closed_at is not null or a.frozen_at is not null as is_gone,
      ${hasOpenPage(sql`a.id`)} as has_page,
      e.entity, e.position
    from account a left join lateral ${entityOf(catalog, sql`a.id`)} e on true
    where a.id = ${uid}::bigint and ${isKnown(me)}`.execute(db);
  return rows[0];
}

export interface CompanyRow {
  readonly ccid: string;
  readonly name: string | null;
  readonly logo: string | null;
  readonly brief: string | null;
  /** What the user is there. */
  readonly position: string;
}

/** Companies that a user speaks for, the one of the longest membership first. */
export async function companyRows(db: Db, catalog: Catalog, uid: string): Promise<CompanyRow[]> {
  const { table, name, column, fileUrl } = boundTable(catalog, BINDINGS.companyCard);
  const { rows } = await sql<CompanyRow>`
    select s.company_id as ccid, ${name('c')} as name, ${fileUrl('c', 'logo')} as logo,
      ${column('c', 'brief')} as brief, s.position
    from company_member s join ${table} c on c.id = s.company_id
    where s.account_id = ${uid}::bigint order by s.since, s.company_id`.execute(db);
  return rows;
}

export interface OriginRow {
  readonly roles: string[];
  readonly i_have_plan: boolean;
  readonly they_have_plan: boolean;
  /** A number or a WeChat id went from one to the other. */
  readonly have_exchanged: boolean;
}

/** What the tools between two users need to know; undefined for a user whom the one who asks does not know. */
export async function originRow(db: Db, catalog: Catalog, me: string, uid: string): Promise<OriginRow | undefined> {
  const { table, fileUrl } = boundTable(catalog, BINDINGS.companyCard);
  const hasPlan = (account: RawBuilder<unknown>) => sql`exists (select from company_member s
    join ${table} c on c.id = s.company_id where s.account_id = ${account} and ${fileUrl('c', 'plan')} is not null)`;
  const { rows } = await sql<OriginRow>`
    select a.roles, ${hasPlan(sql`${me}::bigint`)} as i_have_plan, ${hasPlan(sql`a.id`)} as they_have_plan,
      exists (select from chat_grant g where (g.viewer_id, g.owner_id) in ((${me}::bigint, a.id), (a.id, ${me}::bigint)))
        as have_exchanged
    from account a where a.id = ${uid}::bigint and ${isKnown(me)}`.execute(db);
  return rows[0];
}
