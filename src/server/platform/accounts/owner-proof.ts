import { Failure } from '#shared/errors.ts';
import type { Database } from '#server/db/database.ts';
import type { Limits } from '#server/platform/limits/limits.ts';
import { passwordMatches } from './password.ts';

/** How a person at a signed-in screen proves to be the owner of the account: one of the two. */
export interface Proof {
  readonly password?: string | undefined;
  /** A code that was sent to the number that the account has now. */
  readonly verifyCode?: string | undefined;
}

export interface OwnerProofDeps {
  readonly database: Pick<Database, 'db'>;
  readonly limits: Limits;
}

/** How often an account may be wrong about its password, whatever it is asked for: a stolen session must not become a way to try them. */
const TRIES = [{ seconds: 15 * 60, max: 5 }];

/**
 * Judges the password of the account of an open session.
 * @throws Failure INVALID_BODY naming `password` when it is missing, wrong or none was ever set; TOO_MANY_REQUESTS.
 */
export async function provePassword(
  { database, limits }: OwnerProofDeps,
  account: { readonly id: string; readonly password_hash: string | null },
  password: string | undefined,
  label: string,
): Promise<void> {
  if (password === undefined) refuse(`请填写${label}，或使用短信验证码`);
  if (account.password_hash === null) refuse('尚未设置密码，请使用短信验证码');
  const subject = { kind: 'password.own', value: account.id };
  const counted = await database.db.transaction().execute(async (trx) => {
    return limits.take(trx, [{ ...subject, windows: TRIES }]);
  });
  if (!(await passwordMatches(account.password_hash, password))) refuse(`${label}错误`);
  await limits.takeBack(database.db, counted, [], [subject]);
}

function refuse(message: string): never {
  throw new Failure('INVALID_BODY', message, [{ field: 'password', message }]);
}
