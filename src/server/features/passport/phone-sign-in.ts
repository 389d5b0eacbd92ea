import { randomInt } from 'node:crypto';
import { Failure } from '#shared/errors.ts';
import type { Database, Db } from '#server/db/database.ts';
import { phonePlace } from '#server/db/seal-phones.ts';
import type { AccountChanges } from '#server/lib/accounts/account-changes.ts';
import { tellPerson } from '#server/lib/notices/tell-person.ts';
import { welcome } from '#server/lib/notices/words.ts';
import type { SmsCodes } from '#server/lib/sms-codes/sms-codes.ts';
import { accountByPhone, insertAccount, type PassportAccount, setPhone } from './queries.ts';

/** Letters and digits that are not taken for one another. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789';
const signs = (count: number): string =>
  Array.from({ length: count }, () => SIGNS.charAt(randomInt(SIGNS.length))).join('');

export interface PhoneSignInParts {
  readonly database: Database;
  readonly codes: SmsCodes;
  readonly changes: AccountChanges;
  readonly now: () => Date;
}

/** Proves who somebody is by a code that was sent to a phone. Numbers are in E.164. */
export class PhoneSignIn {
  readonly #parts: PhoneSignInParts;

  constructor(parts: PhoneSignInParts) {
    this.#parts = parts;
  }

  /**
   * The account of a number; a number that has none gets a new one, which is signing up.
   * @throws Failure VERIFY_CODE_WRONG; ACCOUNT_FROZEN only to whoever has the code.
   */
  async prove(number: string, code: string): Promise<Pick<PassportAccount, 'id'>> {
    const { database, codes } = this.#parts;
    const phoneIndex = database.vault.index(number, 'phone');
    // A wrong try is committed, so that it counts; it is refused after that.
    const account = await database.db.transaction().execute(async (trx) => {
      if (!(await codes.use(trx, phoneIndex, 'login', code))) return null;
      return (await accountByPhone(trx, phoneIndex)) ?? this.#signUp(trx, number, phoneIndex);
    });
    if (!account) throw new Failure('VERIFY_CODE_WRONG');
    if (account.frozen_at) throw new Failure('ACCOUNT_FROZEN');
    return account;
  }

  /**
   * Makes a number the own one of a signed-in account.
   * @throws Failure VERIFY_CODE_WRONG; DUPLICATE when it is another account's, told only to whoever has the code.
   */
  async bind(accountId: string, number: string, code: string): Promise<void> {
    const { database, codes, changes } = this.#parts;
    const { db, vault } = database;
    const phoneIndex = vault.index(number, 'phone');
    const outcome = await db.transaction().execute(async (trx) => {
      if (!(await codes.use(trx, phoneIndex, 'bind', code))) return 'wrong';
      const isFree = await setPhone(trx, accountId, phoneIndex, vault.seal(number, phonePlace(accountId)));
      return isFree ? 'bound' : 'taken';
    });
    if (outcome === 'wrong') throw new Failure('VERIFY_CODE_WRONG');
    if (outcome === 'taken') throw new Failure('DUPLICATE', '该手机号已绑定其他账号');
    await changes.announce(accountId);
  }

  async #signUp(trx: Db, number: string, phoneIndex: string): Promise<Pick<PassportAccount, 'id' | 'frozen_at'>> {
    const { database, now } = this.#parts;
    const account = { username: `u${signs(11)}`, name: `用户${signs(4)}`, phoneIndex };
    const id = await insertAccount(trx, account, now());
    if (id === undefined) throw new Failure('CONFLICT', '登录未完成，请重新获取验证码');
    await setPhone(trx, id, phoneIndex, database.vault.seal(number, phonePlace(id)));
    await tellPerson(trx, welcome(id), now());
    return { id, frozen_at: null };
  }
}
