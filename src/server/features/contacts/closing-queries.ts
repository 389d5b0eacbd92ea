import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import { madeByDelivery } from './plan-queries.ts';

/** Takes an account out of contacts: its card, what others bought of it, its settings, its requests that wait. */
export async function forgetContactTraces(trx: Db, accountId: string): Promise<void> {
  for (const table of [
    'contact_card',
    'contact_setting',
    'contact_white_list',
    'record_party',
    'plan_reading',
  ] as const)
    await trx.deleteFrom(table).where('account_id', '=', accountId).execute();
  await trx.updateTable('contact_purchase').set({ sealed: null }).where('target_id', '=', accountId).execute();
  await trx.deleteFrom('plan_request').where('account_id', '=', accountId).where('state', '=', 'pending').execute();
  await trx.updateTable('plan_request').set({ message: '' }).where('account_id', '=', accountId).execute();
}

/** Requests for plans that an account made, oldest first. */
export const requestsMadeBy = (db: Db, accountId: string) =>
  db
    .selectFrom('plan_request')
    .select(['company_id', 'message', 'state', 'created_at', 'decided_at'])
    .where('account_id', '=', accountId)
    .where(sql<boolean>`not ${madeByDelivery}`)
    .orderBy('id')
    .execute();

/** On which days whose contacts an account saw, and who saw its own; by ids alone. */
export const viewsAround = (db: Db, accountId: string) =>
  db
    .selectFrom('contact_view')
    .select(['viewer_id', 'target_id', 'day', 'terms', 'kinds', 'times'])
    .where((where) => where.or([where('viewer_id', '=', accountId), where('target_id', '=', accountId)]))
    .orderBy('id')
    .execute();
