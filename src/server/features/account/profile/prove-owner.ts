import { Failure } from '#shared/errors.ts';
import type { Database } from '#server/db/database.ts';
import { type OwnerProofDeps, type Proof, provePassword } from '#server/platform/accounts/owner-proof.ts';
import { closingRow } from './closing-queries.ts';

/** What the owner is proved for: a code for one is worth nothing for another. */
type Purpose = 'close' | 'copy' | 'key' | 'factor';

export interface ProveOwnerDeps extends OwnerProofDeps {
  readonly database: Database;
  /** Takes a code that was sent to the account's number for this purpose. @throws Failure VERIFY_CODE_WRONG. */
  readonly proveBySms: (accountId: string, purpose: Purpose, code: string) => Promise<void>;
}

/**
 * Makes the user of a signed-in screen prove to be the owner. @throws Failure INVALID_BODY, VERIFY_CODE_WRONG,
 * TOO_MANY_REQUESTS.
 */
export async function proveOwner(
  deps: ProveOwnerDeps,
  accountId: string,
  purpose: Purpose,
  { password, verifyCode }: Proof,
): Promise<void> {
  if (verifyCode !== undefined) return deps.proveBySms(accountId, purpose, verifyCode);
  const row = await closingRow(deps.database.db, accountId);
  if (!row) throw new Failure('SESSION_INVALID');
  await provePassword(deps, row, password, '登录密码');
}
