import { sql } from 'kysely';
import { CLOSED_NAME } from '#shared/policy/closed-account.ts';
import type { Db } from '#server/db/database.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';

/** What of an account is looked at before it is closed; locked until the transaction ends when `lock`. */
export async function closingRow(db: Db, id: string, lock = false) {
  const query = db
    .selectFrom('account')
    .select(['id', 'roles', 'duties', 'vip_type', 'vip_until', 'password_hash', 'phone_sealed', 'avatar'])
    .where('id', '=', id)
    .where('closed_at', 'is', null);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

/** How many staff who see to accounts could still sign in without this one; with `lock` none of them changes until the transaction ends. */
export async function otherKeepers(db: Db, id: string, lock = false): Promise<number> {
  const staff = db
    .selectFrom('account')
    .select('id')
    .where(sql<boolean>`'access' = any(duties)`)
    .where('closed_at', 'is', null)
    .where('frozen_at', 'is', null)
    .orderBy('id');
  const rows = await (lock ? staff.forUpdate() : staff).execute();
  return rows.filter((row) => row.id !== id).length;
}

/** How many records of these objects and how many views an account has. */
export async function countOwn(db: Db, id: string, objects: readonly CatalogObject[]) {
  let records = 0;
  for (const { table } of objects) {
    const { rows } = await sql<{ count: string }>`
      select count(*) as count from ${sql.table(table)} where "createdBy" = ${id}`.execute(db);
    records += Number(rows[0]?.count ?? 0);
  }
  const views = await db
    .selectFrom('saved_view')
    .select((of) => of.fn.countAll<string>().as('count'))
    .where('owner_id', '=', id)
    .where('sharing', '<>', 'everyone')
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return { records, views: Number(views?.count ?? 0) };
}

/** Removes the records that an account made of an object, with all that is kept of them: search, keys, history. */
export async function forgetRecords(trx: Db, { apiName, table }: CatalogObject, id: string): Promise<void> {
  await sql`
    with own as (
      select record_id from record_history h where object_api_name = ${apiName} and version = 1 and actor = ${id}
        and not exists (select from ${sql.table(table)} r where r.id = h.record_id and r."createdBy" <> ${id})
    ), gone as (delete from ${sql.table(table)} where "createdBy" = ${id} returning id),
    logged as (
      insert into change_log (object_api_name, record_id, kind, fields, cause, quiet, derived)
      select ${apiName}, id, 'removed', '{}', 'user', true, false from gone
    ),
    unfound as (delete from record_search where object_api_name = ${apiName} and id in (select record_id from own)),
    unmatched as (delete from match_key where object_api_name = ${apiName} and record_id in (select record_id from own)),
    unpaired as (delete from duplicate_pair where object_api_name = ${apiName}
      and (low_id in (select record_id from own) or high_id in (select record_id from own))),
    unarchived as (delete from gone_record where object_api_name = ${apiName}
      and record_id in (select record_id from own)),
    unkeyed as (delete from record_key where object_api_name = ${apiName} and record_id in (select record_id from own))
    delete from record_history where object_api_name = ${apiName} and record_id in (select record_id from own)`.execute(
    trx,
  );
}

/**
 * Takes everything personal off an account and whatever hangs on it. What stays has its id alone: coins, orders, views
 * of contacts and decisions must add up, proposals that were decided belong to the record that they changed.
 */
export async function forgetPerson(trx: Db, id: string, at: Date): Promise<void> {
  await trx
    .updateTable('account')
    .set({
      username: `closed-${id}`,
      name: CLOSED_NAME,
      phone_index: null,
      phone_sealed: null,
      phone_masked: null,
      email_index: null,
      email_sealed: null,
      email_verified_at: null,
      avatar: null,
      intro: '',
      password_hash: null,
      roles: [],
      duties: [],
      vip_type: 0,
      vip_until: null,
      closed_at: at.toISOString(),
    })
    .where('id', '=', id)
    .execute();
  await trx.updateTable('session').set({ device: '', address: '' }).where('account_id', '=', id).execute();
  await trx
    .updateTable('session')
    .set({ ended_at: at.toISOString(), ended_because: 'closed' })
    .where('account_id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
  await forgetViews(trx, id);
  await trx.deleteFrom('correction').where('account_id', '=', id).where('state', '=', 'pending').execute();
  await trx.updateTable('correction').set({ account_id: null }).where('account_id', '=', id).execute();
  // What a merge took away of the person would come back with its undo.
  await trx
    .deleteFrom('merge_moved')
    .where('record_id', 'is', null)
    .where(sql<boolean>`row ->> 'account_id' = ${id}`)
    .execute();
  for (const table of HANGING) await trx.deleteFrom(table).where('account_id', '=', id).execute();
}

/** Rows that are of use to the person alone. */
const HANGING = [
  'export_run',
  'export_day',
  'qr_login',
  'redemption_miss',
  'reset_ticket',
  'known_device',
  'second_factor',
  'recovery_code',
  'factor_ticket',
  'file_grant',
  'upload_ticket',
] as const;

/** Gives up files of an account: they lose owner and name at once, and their bytes go with the next sweep. */
export async function releaseFiles(trx: Db, id: string, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length === 0) return;
  await trx
    .updateTable('file')
    .set({ used_at: null, owner_id: null, name: '' })
    .where('id', 'in', fileIds)
    .where('owner_id', '=', id)
    .execute();
}

/** Shared views stay without an owner; the others go. */
async function forgetViews(trx: Db, id: string): Promise<void> {
  await trx.deleteFrom('saved_view_default').where('account_id', '=', id).execute();
  await trx.deleteFrom('saved_view').where('owner_id', '=', id).where('sharing', '<>', 'everyone').execute();
  await trx.updateTable('saved_view').set({ owner_id: null }).where('owner_id', '=', id).execute();
}
