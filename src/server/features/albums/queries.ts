import { sql } from 'kysely';
import { BINDINGS } from '#schemas/bindings.ts';
import { boundTable } from '#server/core/bindings/bound-queries.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { Db } from '#server/db/database.ts';

/** Is a project of this company in this state? */
export async function hasProjectIn(db: Db, catalog: Catalog, companyId: string, status: string): Promise<boolean> {
  const project = boundTable(catalog, BINDINGS.project);
  const { rows } = await sql`select 1 from ${project.table} as p
    where ${project.column('p', 'company')} = ${companyId}::bigint and ${project.column('p', 'status')} = ${status}
    limit 1`.execute(db);
  return rows.length > 0;
}
