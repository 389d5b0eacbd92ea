import { sql } from 'kysely';
import type { Duty } from '#schemas/metadata/duty.ts';
import type { Db } from '#server/db/database.ts';

/** An account as a staff action finds it. */
export interface StaffActionAccount {
  readonly id: string;
  readonly name: string;
  readonly roles: readonly string[];
  readonly duties: readonly Duty[];
  readonly phone_sealed: string | null;
  readonly frozen_at: string | null;
  readonly closed_at: string | null;
}

/** The staff who see to accounts. */
const KEEPERS = sql<boolean>`'access' = any(duties)`;

/**
 * The accounts with these ids, and with `keepers` all staff who see to accounts; no other writer changes them until the
 * transaction ends. Locked in order of id, so that two actions never deadlock.
 */
export const lockAccounts = (trx: Db, ids: readonly string[], keepers = false): Promise<StaffActionAccount[]> =>
  trx
    .selectFrom('account')
    .select(['id', 'name', 'roles', 'duties', 'phone_sealed', 'frozen_at', 'closed_at'])
    .where((where) => where.or([where('id', 'in', ids), ...(keepers ? [KEEPERS] : [])]))
    .orderBy('id')
    .forUpdate()
    .execute();

/** Everybody who is staff, frozen ones too, by username. */
export const staffRows = (db: Db) =>
  db
    .selectFrom('account')
    .select(['username', 'name', 'duties', 'frozen_at', 'is_sample'])
    .select(
      sql<boolean>`exists (select from second_factor f where f.account_id = account.id and f.confirmed_at is not null)`.as(
        'has_factor',
      ),
    )
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

/** Writes what an account is there for as staff; with no duty it is staff no longer. */
export async function setDuties(trx: Db, id: string, duties: readonly Duty[]): Promise<void> {
  const roles =
    duties.length > 0
      ? sql<string[]>`array_append(array_remove(roles, 'staff'), 'staff')`
      : sql<string[]>`array_remove(roles, 'staff')`;
  await trx
    .updateTable('account')
    .set({ roles, duties: [...duties] })
    .where('id', '=', id)
    .execute();
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
