import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import type { Catalog } from '#server/lib/catalog/catalog.ts';
import { entityName } from '#server/lib/parties/entity-queries.ts';

export interface HeaderRow {
  readonly id: string;
  readonly name: string;
  readonly avatar: string | null;
  readonly roles: string[];
  readonly intro: string;
  readonly is_gone: boolean;
  readonly entity_name: string | null;
  readonly title: string | null;
  /** Staff made him the contact of a record, or he speaks for a company. */
  readonly is_party: boolean;
  /** The two have written. */
  readonly has_talked: boolean;
}

/** Who somebody is, for somebody else; undefined for nobody. */
export async function headerRow(db: Db, catalog: Catalog, me: string, uid: string): Promise<HeaderRow | undefined> {
  const { rows } = await sql<HeaderRow>`
    select a.id, a.name, a.avatar, a.roles, a.intro, a.closed_at is not null or a.frozen_at is not null as is_gone,
      ${entityName(catalog, sql`a.id`)} as entity_name,
      ${titleOf(catalog)} as title,
      exists (select from company_member s where s.account_id = a.id)
        or exists (select from record_party p where p.account_id = a.id) as is_party,
      exists (select from chat_inbox i where i.user_id = ${me}::bigint and i.peer_id = a.id) as has_talked
    from account a where a.id = ${uid}::bigint`.execute(db);
  return rows[0];
}

/** What an investor is by the record that he is the contact of. */
function titleOf(catalog: Catalog): RawBuilder<unknown> {
  const investor = catalog.find('InsightInvestor');
  if (!investor) return sql`null::text`;
  return sql`(select r.title from record_party p join ${sql.table(investor.table)} r on r.id = p.record_id
    where p.account_id = a.id and p.object_api_name = 'InsightInvestor' order by p.linked_at limit 1)`;
}

export interface CompanyRow {
  readonly ccid: string;
  readonly name: string | null;
  readonly logo: string | null;
  readonly brief: string | null;
  /** What the person is there. */
  readonly position: string;
}

/** Companies that somebody speaks for, the first since the longest. */
export async function companyRows(db: Db, uid: string): Promise<CompanyRow[]> {
  const { rows } = await sql<CompanyRow>`
    select s.company_id as ccid, c.name, c.logo ->> 'url' as logo, c.brief, s.position
    from company_member s join "InsightCompany" c on c.id = s.company_id
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

/** What the tools between two people need to know; undefined when there is nobody. */
export async function originRow(db: Db, me: string, uid: string): Promise<OriginRow | undefined> {
  const hasPlan = (account: RawBuilder<unknown>) => sql`exists (select from company_member s
    join "InsightCompany" c on c.id = s.company_id where s.account_id = ${account} and c.bp ->> 'url' is not null)`;
  const { rows } = await sql<OriginRow>`
    select a.roles, ${hasPlan(sql`${me}::bigint`)} as i_have_plan, ${hasPlan(sql`a.id`)} as they_have_plan,
      exists (select from chat_grant g where (g.viewer_id, g.owner_id) in ((${me}::bigint, a.id), (a.id, ${me}::bigint)))
        as have_exchanged
    from account a where a.id = ${uid}::bigint`.execute(db);
  return rows[0];
}
