import { sql } from 'kysely';
import { BINDINGS } from '#schemas/bindings.ts';
import type { Db } from '#server/db/database.ts';

/** What a database is for: `sample` ones alone may hold accounts with the public sample password. */
export type InstallationKind = 'real' | 'sample';

/** What a database was marked as; undefined for one that was not marked yet. */
export async function installationKind(db: Db): Promise<InstallationKind | undefined> {
  return (await db.selectFrom('installation').select('kind').executeTakeFirst())?.kind;
}

/** Marks a database unless it is marked already, and gives the mark that it has from now on. */
export async function markInstallation(db: Db, kind: InstallationKind, now: Date): Promise<InstallationKind> {
  await db
    .insertInto('installation')
    .values({ kind, marked_at: now })
    .onConflict((conflict) => conflict.column('single').doNothing())
    .execute();
  return (await installationKind(db)) ?? kind;
}

/** Whether a user has signed up, or anything has been stored beyond what every start stores. */
export async function holdsAnything(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (select 1 from account) or exists (select 1 from import_run)
      or exists (select 1 from record_history where object_api_name <> ${BINDINGS.product.object}) as is`.execute(db);
  return rows[0]?.is === true;
}

/**
 * Freezes the sample accounts and ends their sessions, or lets in again those that were frozen for the reason `only`. Gives
 * the ids of the accounts that it changed.
 */
export async function setSamplesFrozen(
  trx: Db,
  how: { readonly because: string; readonly now: Date } | { readonly only: string },
): Promise<string[]> {
  const samples = trx.updateTable('account').where('is_sample', '=', true).where('closed_at', 'is', null);
  if ('only' in how) {
    const opened = samples.set({ frozen_at: null, frozen_because: null }).where('frozen_because', '=', how.only);
    return (await opened.returning('id').execute()).map(({ id }) => id);
  }
  const frozen = samples
    .set({ frozen_at: how.now.toISOString(), frozen_because: how.because })
    .where('frozen_at', 'is', null);
  const ids = (await frozen.returning('id').execute()).map(({ id }) => id);
  if (ids.length > 0)
    await trx
      .updateTable('session')
      .set({ ended_at: how.now.toISOString(), ended_because: 'frozen' })
      .where('account_id', 'in', ids)
      .where('ended_at', 'is', null)
      .execute();
  return ids;
}
