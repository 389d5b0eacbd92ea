import { sql } from 'kysely';
import type { ListField } from '#schemas/api/list-columns.ts';
import type { ListRole, ListShare } from '#schemas/api/kept-lists.ts';
import type { Db } from '#server/db/database.ts';
import { openPageOf, pageLink } from '#server/platform/parties/page-queries.ts';

/** A list as one of its readers may use it; `shares` and `count` are as of now. */
export interface KeptListRow {
  readonly id: string;
  readonly owner_id: string;
  readonly owner_name: string;
  readonly owner_page: string | null;
  readonly object_api_name: string;
  readonly name: string;
  readonly role: ListRole;
  readonly count: number;
  readonly shares: number;
  readonly holds: boolean;
  readonly version: number;
  readonly updated_at: string;
  readonly removed_at: string | null;
  readonly is_starred: boolean;
  readonly fields: ListField[];
}

const seenBy = (accountId: string, recordId: string | undefined) => sql`
  select l.id::text, l.owner_id::text, a.name as owner_name, ${openPageOf(sql`a.id`)} as owner_page, l.object_api_name, l.name, l.version, l.updated_at,
    l.removed_at, l.is_starred, l.fields, case when l.owner_id = ${accountId}::bigint then 'owner' else s.role end as role,
    (select count(*)::integer from list_item i where i.list_id = l.id) as count,
    (select count(*)::integer from list_share o where o.list_id = l.id) as shares,
    exists (select from list_item i where i.list_id = l.id and i.record_id = ${recordId ?? null}::bigint) as holds
  from list l join account a on a.id = l.owner_id
  left join list_share s on s.list_id = l.id and s.account_id = ${accountId}::bigint
  where (l.owner_id = ${accountId}::bigint or s.account_id is not null)`;

/** Lists of an account and those shared with it, the last changed first. */
export async function listsOf(db: Db, accountId: string, objectApiName?: string, recordId?: string) {
  const ofObject = objectApiName === undefined ? sql`` : sql`and l.object_api_name = ${objectApiName}`;
  const { rows } = await sql<KeptListRow>`${seenBy(accountId, recordId)} and l.removed_at is null ${ofObject}
    order by l.updated_at desc, l.id desc`.execute(db);
  return rows;
}

/** One list, also one that was put away. */
export async function listById(db: Db, id: string, accountId: string): Promise<KeptListRow | undefined> {
  const { rows } = await sql<KeptListRow>`${seenBy(accountId, undefined)} and l.id = ${id}::bigint`.execute(db);
  return rows[0];
}

/** How many lists an account has, and whether one of the object beside `exceptId` has this name. */
export async function ownLists(trx: Db, ownerId: string, objectApiName: string, name: string, exceptId?: string) {
  const { rows } = await sql<{ total: number; taken: boolean }>`
    select count(*) filter (where not is_starred)::integer as total, coalesce(bool_or(object_api_name = ${objectApiName} and name = ${name}
      and id is distinct from ${exceptId ?? null}::bigint), false) as taken
    from list where owner_id = ${ownerId}::bigint and removed_at is null`.execute(trx);
  return rows[0] ?? { total: 0, taken: false };
}

export async function insertList(trx: Db, ownerId: string, objectApiName: string, name: string, now: Date) {
  const row = { owner_id: ownerId, object_api_name: objectApiName, name, created_at: now, updated_at: now };
  const { id } = await trx.insertInto('list').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** The list of an object that an account's star puts records on: made where there is none, also out of one of this name. */
export async function starredList(
  trx: Db,
  ownerId: string,
  objectApiName: string,
  name: string,
  now: Date,
): Promise<string> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const { rows: named } = await sql<{ id: string }>`
    update list set is_starred = true where id = (
      select id from list where owner_id = ${ownerId}::bigint and object_api_name = ${objectApiName}
        and removed_at is null and (is_starred or name = ${name})
      order by is_starred desc, id limit 1)
    returning id::text`.execute(trx);
  if (named[0]) return named[0].id;
  const { rows } = await sql<{ id: string }>`
    insert into list (owner_id, object_api_name, name, is_starred, created_at, updated_at)
    values (${ownerId}::bigint, ${objectApiName}, ${name}, true, ${at}, ${at}) returning id::text`.execute(trx);
  return rows[0]?.id ?? '';
}

/** The list of an object that an account's star puts records on, where there is one. */
export async function starredListId(db: Db, ownerId: string, objectApiName: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('list')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('object_api_name', '=', objectApiName)
    .where('is_starred', '=', true)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return row?.id;
}

/** Ids of the records of an object that an account's star is on. */
export async function starredIds(db: Db, ownerId: string, objectApiName: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select i.record_id::text as id from list l join list_item i on i.list_id = l.id
    where l.owner_id = ${ownerId}::bigint and l.object_api_name = ${objectApiName} and l.is_starred
    order by i.added_at desc, i.record_id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Takes all records off a list; gives their ids. */
export async function deleteAllItems(trx: Db, listId: string): Promise<string[]> {
  const { rows } = await sql<{ record_id: string }>`
    delete from list_item where list_id = ${listId}::bigint returning record_id::text`.execute(trx);
  return rows.map((row) => row.record_id);
}

/** Changes a list at this version; false when it has another one by now. */
export async function changeList(
  trx: Db,
  id: string,
  version: number,
  change: { readonly name?: string; readonly removed_at?: Date | null; readonly updated_at?: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('list')
    .set((of) => ({ ...change, version: of('version', '+', 1) }))
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Removes for good what was put away before a moment. */
export async function purgeLists(trx: Db, before: Date): Promise<void> {
  await trx.deleteFrom('list').where('removed_at', '<', before.toISOString()).execute();
}

/** Lets one change of a list's records begin at a time, until the transaction ends. */
export async function lockList(trx: Db, id: string): Promise<void> {
  await trx.selectFrom('list').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}

/** Puts records on a list; gives the ids of those that were not on it. */
export async function insertItems(
  trx: Db,
  { id, object_api_name: objectApiName }: Pick<KeptListRow, 'id' | 'object_api_name'>,
  ids: readonly string[],
  now: Date,
): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ record_id: string }>`
    insert into list_item (list_id, object_api_name, record_id, added_at)
    select ${id}::bigint, ${objectApiName}, wanted, ${now.toISOString()}::timestamptz
    from unnest(${sql.val([...ids])}::bigint[]) wanted
    on conflict do nothing returning record_id::text`.execute(trx);
  return rows.map((row) => row.record_id);
}

/** Takes records off a list; gives the ids of those that were on it. */
export async function deleteItems(trx: Db, listId: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ record_id: string }>`
    delete from list_item where list_id = ${listId}::bigint and record_id = any(${sql.val([...ids])}::bigint[])
    returning record_id::text`.execute(trx);
  return rows.map((row) => row.record_id);
}

/** Is a record on a list? */
export async function onList(db: Db, listId: string, recordId: string): Promise<boolean> {
  const found = await db
    .selectFrom('list_item')
    .select('record_id')
    .where('list_id', '=', listId)
    .where('record_id', '=', recordId)
    .executeTakeFirst();
  return found !== undefined;
}

/** Records on a list that are not in the table of its object, with the name and the way by which they went. */
export async function goneItems(db: Db, listId: string, table: string, limit: number) {
  const { rows } = await sql<{ id: string; name: string | null; kind: string | null }>`
    select i.record_id::text as id, g.name, g.kind from list_item i
      left join gone_record g on g.object_api_name = i.object_api_name and g.record_id = i.record_id
    where i.list_id = ${listId}::bigint and not exists (select from ${sql.id(table)} r where r.id = i.record_id)
    order by i.added_at desc, i.record_id limit ${limit}`.execute(db);
  return rows;
}

/** What was filled into the columns of a list for those of some records that are on it. */
export async function valuesOn(db: Db, listId: string, recordIds: readonly string[]) {
  const { rows } = await sql<{ record_id: string; version: number; held: Readonly<Record<string, unknown>> }>`
    select v.record_id::text, v.version, v.held from list_value v
      join list_item i on i.list_id = v.list_id and i.record_id = v.record_id
    where v.list_id = ${listId}::bigint and v.record_id = any(${sql.val([...recordIds])}::bigint[])`.execute(db);
  return rows;
}

/** Keeps what is filled in for a record, one version on. */
export async function putHeld(
  trx: Db,
  { id, object_api_name: objectApiName }: Pick<KeptListRow, 'id' | 'object_api_name'>,
  recordId: string,
  held: Readonly<Record<string, unknown>>,
  now: Date,
): Promise<void> {
  await sql`
    insert into list_value as v (list_id, object_api_name, record_id, held, updated_at)
    values (${id}::bigint, ${objectApiName}, ${recordId}::bigint, ${JSON.stringify(held)}::jsonb, ${now.toISOString()}::timestamptz)
    on conflict (list_id, record_id) do update
      set held = excluded.held, version = v.version + 1, updated_at = excluded.updated_at`.execute(trx);
}

/** Gives a list its columns; what was filled into others is gone. */
export async function keepFields(trx: Db, id: string, fields: readonly ListField[], now: Date): Promise<void> {
  await sql`
    update list set fields = ${JSON.stringify(fields)}::jsonb, version = version + 1,
      updated_at = ${now.toISOString()}::timestamptz where id = ${id}::bigint`.execute(trx);
  const names = fields.map(({ apiName }) => apiName);
  await sql`
    update list_value set version = version + 1,
      held = (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(held) where key = any(${sql.val(names)}::text[]))
    where list_id = ${id}::bigint
      and exists (select from jsonb_object_keys(held) key where key <> all(${sql.val(names)}::text[]))`.execute(trx);
}

export async function touchList(trx: Db, id: string, now: Date): Promise<void> {
  await trx.updateTable('list').set({ updated_at: now }).where('id', '=', id).execute();
}

/** Those of whom a list is shared with that still have an account. */
export async function sharesOf(db: Db, listId: string): Promise<ListShare[]> {
  const rows = await db
    .selectFrom('list_share')
    .innerJoin('account', 'account.id', 'list_share.account_id')
    .select(['account.id as accountId', 'account.name', 'list_share.role', openPageOf(sql`account.id`).as('page')])
    .where('list_id', '=', listId)
    .orderBy('shared_at')
    .orderBy('account.id')
    .execute();
  return rows.map(({ page, ...share }) => ({ ...share, ...pageLink(page) }));
}

/** The account of a user name that a list can be shared with. */
export async function accountNamed(db: Db, username: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('account')
    .select('id')
    .where('username', '=', username)
    .where('closed_at', 'is', null)
    .where('frozen_at', 'is', null)
    .executeTakeFirst();
  return row?.id;
}

export async function putShare(trx: Db, listId: string, accountId: string, role: ListShare['role'], now: Date) {
  await trx
    .insertInto('list_share')
    .values({ list_id: listId, account_id: accountId, role, shared_at: now })
    .onConflict((on) => on.columns(['list_id', 'account_id']).doUpdateSet({ role }))
    .execute();
}

export async function deleteShare(trx: Db, listId: string, accountId: string): Promise<void> {
  await trx.deleteFrom('list_share').where('list_id', '=', listId).where('account_id', '=', accountId).execute();
}

/** Takes away the lists of an account, and its part in those of others. */
export async function forgetListsOf(trx: Db, accountId: string): Promise<void> {
  await trx.deleteFrom('list').where('owner_id', '=', accountId).execute();
  await trx.deleteFrom('list_share').where('account_id', '=', accountId).execute();
}

/** The lists of an account with the ids of their records, for the copy that its user asks for. */
export async function copiedLists(db: Db, accountId: string) {
  const { rows } = await sql<Record<string, unknown>>`
    select name, object_api_name as object, created_at as "createdAt", updated_at as "updatedAt",
      (select coalesce(jsonb_agg(record_id::text order by added_at, record_id), '[]') from list_item
        where list_id = list.id) as records,
      fields, (select coalesce(jsonb_object_agg(record_id::text, held), '{}') from list_value
        where list_id = list.id) as "values",
      (select coalesce(jsonb_agg(jsonb_build_object('name', a.name, 'role', s.role) order by s.shared_at, a.id), '[]')
        from list_share s join account a on a.id = s.account_id where s.list_id = list.id) as "sharedWith"
    from list where owner_id = ${accountId}::bigint and removed_at is null order by id`.execute(db);
  return rows;
}
