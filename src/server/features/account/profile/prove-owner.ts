import { Failure } from '#shared/errors.ts';
import type { Database } from '#server/db/database.ts';
import { type OwnerProofParts, type Proof, provePassword } from '#server/platform/accounts/owner-proof.ts';
import { closingRow } from './closing-queries.ts';

export interface ProveOwnerParts extends OwnerProofParts {
  readonly database: Database;
  /** Takes a code that was sent to the account's number for this purpose. @throws Failure VERIFY_CODE_WRONG. */
  readonly proveBySms: (accountId: string, purpose: 'close' | 'copy', code: string) => Promise<void>;
}

/**
 * Makes the user of a signed-in screen prove to be the owner. @throws Failure INVALID_BODY, VERIFY_CODE_WRONG,
 * TOO_MANY_REQUESTS.
 */
export async function proveOwner(
  parts: ProveOwnerParts,
  accountId: string,
  purpose: 'close' | 'copy',
  { password, verifyCode }: Proof,
): Promise<void> {
  if (verifyCode !== undefined) return parts.proveBySms(accountId, purpose, verifyCode);
  const row = await closingRow(parts.database.db, accountId);
  if (!row) throw new Failure('SESSION_INVALID');
  await provePassword(parts, row, password, '登录密码');
}
