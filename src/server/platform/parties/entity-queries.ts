import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';

/** What an account stands for, and what the person is there. */
export interface Entity {
  readonly entity: string | null;
  readonly position: string | null;
}

/**
 * SQL for what an account stands for, as `entity` and `position` of one row or none: the institution that he was certified
 * for as an investor, else the first company that he speaks for, else the organisation that he was certified for, else the
 * record that he is the contact of. It is part of a query, so that a page of people is read at once; and it is the only
 * place where this is decided, so that nobody is called one thing here and another there.
 */
export function entityOf(catalog: Catalog, account: RawBuilder<unknown>): RawBuilder<Entity> {
  const sources = [
    certified(catalog, 'investor', 'InvestorAuth'),
    company(catalog),
    certified(catalog, 'serviceOrg', 'ServiceOrgAuth'),
    party(catalog),
  ].filter((source) => source !== undefined);
  const numbered = sources.map((source, nth) => sql`(select ${sql.lit(nth)} as nth, s.* from (${source}) s)`);
  if (numbered.length === 0) return sql<Entity>`(select null::text as entity, null::text as position where false)`;
  return sql<Entity>`(select e.entity, nullif(e.position, '') as position
    from (select ${account} as id) whose
      cross join lateral (${sql.join(numbered, sql` union all `)}) e
    where e.entity <> '' order by e.nth limit 1)`;
}

const names = new WeakMap<Catalog, { readonly key: string; readonly text: string }>();

/** Text of SQL for its name alone, for the account `i.peer_id`; null for nothing. The same text until the catalog changes. */
export function entityNameText(db: Db, catalog: Catalog): string {
  const key = catalog.objects.map(({ table, definition }) => `${table}.${definition.nameField}`).join();
  const known = names.get(catalog);
  if (known?.key === key) return known.text;
  const text = sql`(select n.entity from ${entityOf(catalog, sql`i.peer_id`)} n)`.compile(db).sql;
  names.set(catalog, { key, text });
  return text;
}

/** What one account stands for; nulls for nothing, or for an account that is not there. */
export async function entityOfOne(db: Db, catalog: Catalog, accountId: string): Promise<Entity> {
  const { rows } = await sql<Entity>`
    select entity, position from ${entityOf(catalog, sql`${accountId}::bigint`)} one`.execute(db);
  return rows[0] ?? { entity: null, position: null };
}

// Each of these is read for the account `whose.id`.

/** The last certification of a kind that holds; an investor's may name an institution that is on record. */
function certified(catalog: Catalog, kind: string, objectApiName: string) {
  const form = catalog.find(objectApiName);
  const org = kind === 'investor' ? catalog.find('InsightOrg') : undefined;
  if (!form) return undefined;
  const linked = org && sql`(select o.name from ${sql.table(org.table)} o where o.id = r.org)`;
  return sql`select ${linked ? sql`coalesce(${linked}, r."orgName")` : sql`r."orgName"`} as entity, r.position
    from identity_case c join ${sql.table(form.table)} r on r.id = c.record_id
    where c.account_id = whose.id and c.kind = ${sql.lit(kind)} and c.state = 'APPROVED' order by c.id desc limit 1`;
}

function company(catalog: Catalog) {
  const object = catalog.find('InsightCompany');
  if (!object) return undefined;
  return sql`select r.${sql.ref(object.definition.nameField)} as entity, m.position
    from company_member m join ${sql.table(object.table)} r on r.id = m.company_id
    where m.account_id = whose.id order by m.since, m.company_id limit 1`;
}

/** An investor's own record is named by where he works: his name is on the account already. */
function party(catalog: Catalog) {
  const named = catalog.objects.map(({ apiName, table, definition }) => {
    const org = apiName === 'InsightInvestor' ? catalog.find('InsightOrg') : undefined;
    const name = org
      ? sql`coalesce((select o.name from ${sql.table(org.table)} o where o.id = r.org), r."orgText")`
      : sql`r.${sql.ref(definition.nameField)}`;
    return sql`when ${sql.lit(apiName)} then (select ${name} from ${sql.table(table)} r where r.id = p.record_id)`;
  });
  const investor = catalog.find('InsightInvestor');
  const title = investor
    ? sql`case p.object_api_name when 'InsightInvestor' then
        (select r.title from ${sql.table(investor.table)} r where r.id = p.record_id) end`
    : sql`null::text`;
  return sql`select case p.object_api_name ${sql.join(named, sql` `)} end as entity, ${title} as position
    from record_party p where p.account_id = whose.id order by p.linked_at limit 1`;
}
