import type { Database, Db } from '#server/db/database.ts';
import type { AccountChanges } from '#server/platform/accounts/account-changes.ts';
import { writeAudit } from '#server/platform/audit/audit-log.ts';
import { type InstallationKind, setSamplesFrozen } from './queries.ts';

/** Why they are frozen, and how those that were frozen here are known again. */
const BECAUSE = '示例账号的密码是公开的，仅限本机试用';

interface SampleAccountDeps {
  readonly database: Database;
  readonly changes: AccountChanges;
  readonly now: () => Date;
}

/**
 * Freezes the sample accounts, and ends their sessions, where others than the person at this machine could use them: their
 * password is public. On the embedded database a later private start opens them again; on PostgreSQL a server that others
 * reach may still be running, so only `npm run seed` does.
 */
export async function guardSampleAccounts(
  { database, changes, now }: SampleAccountDeps,
  { kind, isPrivate }: { readonly kind: InstallationKind; readonly isPrivate: boolean },
): Promise<void> {
  const mayBeUsed = kind === 'sample' && isPrivate;
  if (mayBeUsed && database.kind !== 'embedded') return;
  const changed = await database.db.transaction().execute((trx) => setAndLog(trx, !mayBeUsed, now()));
  for (const id of changed) await changes.announce(id);
}

/** Opens the sample accounts of a sample database again, within the caller's transaction. */
export const openSampleAccounts = (trx: Db, now: Date): Promise<string[]> => setAndLog(trx, false, now);

async function setAndLog(trx: Db, isFrozen: boolean, now: Date): Promise<string[]> {
  const changed = await setSamplesFrozen(trx, isFrozen ? { because: BECAUSE, now } : { only: BECAUSE });
  const action = isFrozen ? 'user.frozen' : 'user.unfrozen';
  for (const id of changed)
    await writeAudit(trx, { actor: null, action, target: { kind: 'account', id }, reason: BECAUSE }, now);
  return changed;
}
