import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/** What became of a record. */
export interface Fate {
  readonly id: string;
  readonly there: boolean;
  readonly mergedInto: string | null;
  readonly gone: string | null;
}

/** What became of records of an object that a follower is not given. */
export async function fatesOf(
  db: Db,
  { apiName, table }: { readonly apiName: string; readonly table: string },
  ids: readonly string[],
): Promise<readonly Fate[]> {
  const { rows } = await sql<Fate>`
    select w.id::text as id, t.id is not null as there, a.record_id::text as "mergedInto", g.kind as gone
    from unnest(${[...ids]}::bigint[]) as w(id)
      left join ${sql.table(table)} t on t.id = w.id
      left join record_alias a on a.object_api_name = ${apiName} and a.old_id = w.id
      left join gone_record g on g.object_api_name = ${apiName} and g.record_id = w.id`.execute(db);
  return rows;
}
