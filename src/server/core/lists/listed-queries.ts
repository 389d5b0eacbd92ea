import type { Statement } from '#server/db/read-queries.ts';

/** Those of some lists that an account may read: id, object and name of each. */
export const readableLists = (ids: readonly string[], reader: string): Statement => ({
  text: `select l.id, l.object_api_name, l.name from list l
    where l.id = any($1::bigint[]) and l.removed_at is null and (l.owner_id = $2::bigint
      or exists (select from list_share s where s.list_id = l.id and s.account_id = $2::bigint))`,
  values: [ids, reader],
});
