import type { Statement } from '#server/db/read-queries.ts';

/** Those of some lists that an account may read: id, object, name and own columns of each. */
export const readableLists = (ids: readonly string[], reader: string): Statement => ({
  text: `select l.id, l.object_api_name, l.name, l.fields from list l
    where l.id = any($1::bigint[]) and l.removed_at is null and (l.owner_id = $2::bigint
      or exists (select from list_share s where s.list_id = l.id and s.account_id = $2::bigint))`,
  values: [ids, reader],
});

/** Lists that an account may read: id, object, name, whether its star fills it, and who shares it with the account. */
export const listsOpenTo = (reader: string): Statement => ({
  text: `select l.id, l.object_api_name, l.name, l.is_starred, case when l.owner_id <> $1::bigint then a.name end
    from list l join account a on a.id = l.owner_id
    where l.removed_at is null and (l.owner_id = $1::bigint
      or exists (select from list_share s where s.list_id = l.id and s.account_id = $1::bigint))
    order by l.updated_at desc, l.id desc`,
  values: [reader],
});

/** Columns of some lists. */
export const listFields = (ids: readonly string[]): Statement => ({
  text: 'select id, fields from list where id = any($1::bigint[])',
  values: [ids],
});

/** What was filled into the columns of some lists for records that are on them. */
export const listHeld = (ids: readonly string[], recordIds: readonly string[]): Statement => ({
  text: `select v.list_id, v.record_id, v.held from list_value v
    join list_item i on i.list_id = v.list_id and i.record_id = v.record_id
    where v.list_id = any($1::bigint[]) and v.record_id = any($2::bigint[])`,
  values: [ids, recordIds],
});
