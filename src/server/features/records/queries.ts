import type { Insertable, Updateable } from 'kysely';
import type { Sharing } from '#schemas/api/views.ts';
import type { Db } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';

/** Names of accounts by id; a writer that is no account is left out. */
export async function namesOfAccounts(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const accounts = ids.filter((id) => /^\d+$/.test(id));
  if (accounts.length === 0) return new Map();
  const rows = await db.selectFrom('account').select(['id', 'name']).where('id', 'in', accounts).execute();
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** A view with the name of its owner, and whether it is the asking person's default. */
export interface ViewRow {
  readonly id: string;
  readonly object_api_name: string;
  readonly owner_id: string | null;
  readonly name: string;
  readonly state: string;
  readonly sharing: Sharing;
  readonly version: number;
  readonly updated_at: string;
  readonly removed_at: string | null;
  readonly owner_name: string | null;
  readonly is_default: boolean;
}

/** Every view, removed ones too, as a person sees them. */
const viewsSeenBy = (db: Db, accountId: string) =>
  db
    .selectFrom('saved_view')
    .leftJoin('account', 'account.id', 'saved_view.owner_id')
    .leftJoin('saved_view_default as chosen', (join) =>
      join
        .onRef('chosen.view_id', '=', 'saved_view.id')
        .onRef('chosen.object_api_name', '=', 'saved_view.object_api_name')
        .on('chosen.account_id', '=', accountId),
    )
    .selectAll('saved_view')
    .select(['account.name as owner_name'])
    .select((of) => of('chosen.view_id', 'is not', null).$castTo<boolean>().as('is_default'));

/** Own views of an object, those for everyone, and the default if it is neither. Newest first. */
export const viewsOfObject = (db: Db, objectApiName: string, accountId: string): Promise<ViewRow[]> =>
  viewsSeenBy(db, accountId)
    .where('saved_view.object_api_name', '=', objectApiName)
    .where('removed_at', 'is', null)
    .where((of) =>
      of.or([
        of('owner_id', '=', accountId),
        of('sharing', '=', 'everyone'),
        of.and([of('chosen.view_id', 'is not', null), of('sharing', '=', 'link')]),
      ]),
    )
    .orderBy('updated_at', 'desc')
    .orderBy('saved_view.id')
    .execute();

/** Defaults of a person that are still there; who may see them is for the caller to judge. */
export const defaultViews = (db: Db, accountId: string): Promise<ViewRow[]> =>
  viewsSeenBy(db, accountId).where('removed_at', 'is', null).where('chosen.view_id', 'is not', null).execute();

export const viewById = (db: Db, id: string, accountId: string): Promise<ViewRow | undefined> =>
  viewsSeenBy(db, accountId).where('saved_view.id', '=', id).executeTakeFirst();

/** How many views of an object a person keeps, and whether one beside `exceptId` has this name. */
export async function ownViews(trx: Db, accountId: string, objectApiName: string, name: string, exceptId: string) {
  const { total, named } = await trx
    .selectFrom('saved_view')
    .select((of) => [
      of.fn.countAll<string>().as('total'),
      of.fn
        .countAll<string>()
        .filterWhere((where) => where.and([where('name', '=', name), where('id', '!=', exceptId)]))
        .as('named'),
    ])
    .where('owner_id', '=', accountId)
    .where('object_api_name', '=', objectApiName)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return { total: Number(total), isNameTaken: Number(named) > 0 };
}

export async function insertView(trx: Db, view: Insertable<Tables['saved_view']>): Promise<void> {
  await trx.insertInto('saved_view').values(view).execute();
}

/** Changes a view that is there at this version; false when another version is. */
export async function changeView(
  trx: Db,
  id: string,
  version: number,
  change: Updateable<Tables['saved_view']>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('saved_view')
    .set({ ...change, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes for good what was removed before an instant, of any owner. */
export async function purgeViews(trx: Db, before: Date): Promise<void> {
  await trx.deleteFrom('saved_view').where('removed_at', '<', before.toISOString()).execute();
}

export async function putDefaultView(
  db: Db,
  accountId: string,
  objectApiName: string,
  id: string | null,
): Promise<void> {
  if (id === null) {
    await db
      .deleteFrom('saved_view_default')
      .where('account_id', '=', accountId)
      .where('object_api_name', '=', objectApiName)
      .execute();
    return;
  }
  await db
    .insertInto('saved_view_default')
    .values({ account_id: accountId, object_api_name: objectApiName, view_id: id })
    .onConflict((on) => on.columns(['account_id', 'object_api_name']).doUpdateSet({ view_id: id }))
    .execute();
}
