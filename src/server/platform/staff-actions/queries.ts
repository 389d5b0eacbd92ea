import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/** An account as a staff action finds it. */
export interface StaffActionAccount {
  readonly id: string;
  readonly name: string;
  readonly roles: readonly string[];
  readonly phone_sealed: string | null;
  readonly frozen_at: string | null;
  readonly closed_at: string | null;
}

/**
 * The accounts with these ids; no other writer changes them until the transaction ends. Locked in order of id, so that
 * two actions never deadlock.
 */
export const lockAccounts = (trx: Db, ids: readonly string[]): Promise<StaffActionAccount[]> =>
  trx
    .selectFrom('account')
    .select(['id', 'name', 'roles', 'phone_sealed', 'frozen_at', 'closed_at'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();

/** Everybody who is staff and may act as such, likewise locked. */
export async function lockStaff(trx: Db): Promise<string[]> {
  const rows = await trx
    .selectFrom('account')
    .select('id')
    .where(sql<boolean>`'staff' = any(roles)`)
    .where('frozen_at', 'is', null)
    .where('closed_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/** Everybody who is staff, frozen ones too, by username. */
export const staffRows = (db: Db) =>
  db
    .selectFrom('account')
    .select(['username', 'name', 'frozen_at', 'is_sample'])
    .where(sql<boolean>`'staff' = any(roles)`)
    .where('closed_at', 'is', null)
    .orderBy('username')
    .execute();

/** Freezes an account, or lets it in again when `because` is null. */
export async function setFrozen(trx: Db, id: string, because: string | null, at: Date): Promise<void> {
  await trx
    .updateTable('account')
    .set({ frozen_at: because === null ? null : at, frozen_because: because })
    .where('id', '=', id)
    .execute();
}

/** Writes whether an account is staff. */
export async function setStaff(trx: Db, id: string, isStaff: boolean): Promise<void> {
  const roles = isStaff ? sql<string[]>`array_append(roles, 'staff')` : sql<string[]>`array_remove(roles, 'staff')`;
  await trx.updateTable('account').set({ roles }).where('id', '=', id).execute();
}

/** Takes a key for an action; gives the action that it was taken for before, undefined when it was free. */
export async function takeKey(
  trx: Db,
  { actorId, key, action, at }: { actorId: string; key: string; action: string; at: Date },
): Promise<string | undefined> {
  const taken = await trx
    .insertInto('staff_deed_key')
    .values({ actor_id: actorId, key, deed: action, at })
    .onConflict((conflict) => conflict.columns(['actor_id', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst();
  if (taken) return undefined;
  const earlier = trx
    .selectFrom('staff_deed_key')
    .select('deed')
    .where('actor_id', '=', actorId)
    .where('key', '=', key);
  return (await earlier.executeTakeFirstOrThrow()).deed;
}
