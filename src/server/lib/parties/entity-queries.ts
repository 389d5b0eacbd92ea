import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import type { Catalog } from '#server/lib/catalog/catalog.ts';

/**
 * SQL for the name of what an account stands for: the company that it speaks for, else the record that it is the contact
 * of; null for neither. It is part of a query, so that a page of people is read at once.
 */
export function entityName(catalog: Catalog, account: RawBuilder<unknown>): RawBuilder<string | null> {
  const named = catalog.objects.map(
    ({ apiName, table, definition }) => sql`when ${sql.lit(apiName)} then
      (select r.${sql.ref(definition.nameField)} from ${sql.table(table)} r where r.id = p.record_id)`,
  );
  const company = catalog.find('InsightCompany');
  if (!company) return sql<string | null>`null::text`;
  return sql<string | null>`case
    when exists (select from company_member s where s.account_id = ${account}) then
      (select r.${sql.ref(company.definition.nameField)} from company_member s
        join ${sql.table(company.table)} r on r.id = s.company_id
        where s.account_id = ${account} order by s.since limit 1)
    else (select case p.object_api_name ${sql.join(named, sql` `)} end from record_party p
      where p.account_id = ${account} order by p.linked_at limit 1) end`;
}

/** What one account stands for; null for nothing, or for an account that is not there. */
export async function entityNameOf(db: Db, catalog: Catalog, accountId: string): Promise<string | null> {
  const { rows } = await sql<{ name: string | null }>`
    select ${entityName(catalog, sql`${accountId}::bigint`)} as name`.execute(db);
  return rows[0]?.name ?? null;
}
