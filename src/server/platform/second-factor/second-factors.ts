import type { FactorDemand, FactorState } from '#schemas/api/second-factor.ts';
import { Failure } from '#shared/errors.ts';
import type { Database, Db } from '#server/db/database.ts';
import { byOwner } from '#server/platform/accounts/owner-action.ts';
import { hashTicket, issueTicket } from '#server/platform/accounts/tickets.ts';
import { writeAudit } from '#server/platform/audit/audit-log.ts';
import type { Limits } from '#server/platform/limits/limits.ts';
import type { Window } from '#server/platform/limits/windows.ts';
import {
  accountOfFactorTicket,
  confirmPending,
  countUnusedCodes,
  deleteFactor,
  dropFactorTickets,
  factorRow,
  putPending,
  putRecoveryCodes,
  takeFactorTicket,
  takeRecoveryCode,
  takeStep,
} from './queries.ts';
import { newRecoveryCodes, plainCode } from './recovery-codes.ts';
import { newSecret, secretAddress, stepOfCode } from './totp.ts';

/** How long a sign-in waits for the second factor. */
const TICKET_SECONDS = 300;
/** How long a new secret waits for its first code. */
const PENDING_MS = 10 * 60_000;
const LOCK_TRIES = 5;
/** Wrong codes of an account after which it waits: six digits are soon tried through where no one counts. */
const TRIES: readonly Window[] = [
  { seconds: 15 * 60, max: LOCK_TRIES },
  { seconds: 'day', max: 30 },
];
const DIGITS = /^\d{6}$/;

export interface SecondFactorsDeps {
  readonly database: Pick<Database, 'db' | 'vault'>;
  readonly limits: Limits;
  /** What apps show beside the codes: whose they are. */
  readonly productName: string;
  /** Staff may do nothing without one. */
  readonly isRequired: boolean;
  readonly now: () => Date;
}

/** Whose factor it is, and which session stays. */
interface Own {
  readonly accountId: string;
  readonly sessionId: string;
}

/** What else changes with the factor of an account, in the same transaction. */
export type Along = (trx: Db, own: Own) => Promise<void>;

export const secretPlace = (accountId: string): string => `second_factor.secret:${accountId}`;
const RECOVERY = 'recovery-code';
const recoveryText = (accountId: string, code: string): string => `${accountId}\n${plainCode(code)}`;
const wrong = (): Failure => new Failure('FACTOR_WRONG', undefined, [{ field: 'code', message: '验证码错误或已使用' }]);

/**
 * The second factor of accounts: a code that an authenticator app works out from a secret and the time (RFC 6238), or one
 * of ten recovery codes. A code is good once; tries are counted by account.
 */
export class SecondFactors {
  readonly #deps: SecondFactorsDeps;

  constructor(deps: SecondFactorsDeps) {
    this.#deps = deps;
  }

  get isRequired(): boolean {
    return this.#deps.isRequired;
  }

  async state(accountId: string, isStaff: boolean): Promise<FactorState> {
    const { db } = this.#deps.database;
    const since = (await factorRow(db, accountId))?.confirmed_at ?? null;
    return {
      isOn: since !== null,
      isRequired: isStaff && this.#deps.isRequired,
      since: since === null ? null : new Date(since).toISOString(),
      recoveryLeft: await countUnusedCodes(db, accountId),
    };
  }

  /**
   * Lets a sign-in whose first proof was right go on where the account has no second factor.
   * @throws Failure FACTOR_REQUIRED with a ticket that replaces the first proof.
   */
  async demand(accountId: string): Promise<void> {
    const { database, now } = this.#deps;
    if (!(await this.#isOn(accountId))) return;
    const at = now();
    const expiresAt = new Date(at.getTime() + TICKET_SECONDS * 1000);
    const ticket = await issueTicket(database.db, 'factor_ticket', accountId, { expiresAt, now: at });
    const demand: FactorDemand = { ticket, expiresIn: TICKET_SECONDS };
    throw new Failure('FACTOR_REQUIRED', undefined, [], demand);
  }

  /**
   * The account of a ticket whose owner also has the second factor; the ticket is used up, but a wrong code leaves it good.
   * @throws Failure SIGN_IN_REFUSED when the ticket is used or over; FACTOR_WRONG; TOO_MANY_REQUESTS.
   */
  async pass(ticket: string, code: string): Promise<string> {
    const { database, now } = this.#deps;
    const ticketHash = hashTicket(ticket);
    const accountId = await accountOfFactorTicket(database.db, ticketHash, now());
    if (accountId === undefined) throw new Failure('SIGN_IN_REFUSED', '登录验证已过期，请重新登录');
    await this.prove(accountId, code, async (trx) => {
      if (!(await takeFactorTicket(trx, ticketHash))) throw wrong();
    });
    return accountId;
  }

  /**
   * Judges a code of an account and uses it up, together with what it is given for.
   * @throws Failure FACTOR_WRONG; TOO_MANY_REQUESTS after five wrong ones within a quarter of an hour.
   */
  async prove(accountId: string, code: string, along: (trx: Db) => Promise<void>): Promise<void> {
    await this.#counted(accountId, async (trx) => {
      const way = await this.#use(trx, accountId, plainCode(code));
      if (way === undefined) return false;
      await along(trx);
      if (way === 'recovery') await this.#log(trx, accountId, 'account.recoveryCodeUsed');
      return true;
    });
  }

  /** A new secret for the app of an account; it counts once a code of it is confirmed. */
  async begin(accountId: string, label: string): Promise<{ secret: string; address: string }> {
    const { database, productName, now } = this.#deps;
    const secret = newSecret();
    const sealed = database.vault.seal(secret, secretPlace(accountId));
    await putPending(database.db, accountId, sealed, new Date(now().getTime() + PENDING_MS));
    return { secret, address: secretAddress(secret, { issuer: productName, label }) };
  }

  /**
   * Makes the new secret the one that counts, and gives new recovery codes.
   * @throws Failure CONFLICT when none waits; FACTOR_WRONG; TOO_MANY_REQUESTS.
   */
  async confirm(own: Own, code: string, along: Along): Promise<string[]> {
    const { database, now } = this.#deps;
    const { accountId } = own;
    const codes = newRecoveryCodes();
    await this.#counted(accountId, async (trx) => {
      const row = await factorRow(trx, accountId, true);
      if (!row?.pending_sealed || !row.pending_until || new Date(row.pending_until) <= now())
        throw new Failure('CONFLICT', '设置已过期，请重新开始');
      const secret = database.vault.open(row.pending_sealed, secretPlace(accountId));
      const step = stepOfCode(secret, plainCode(code), now());
      if (step === undefined) return false;
      await confirmPending(trx, accountId, step, now());
      await putRecoveryCodes(trx, accountId, this.#hashes(accountId, codes));
      await dropFactorTickets(trx, accountId);
      await along(trx, own);
      await this.#log(trx, accountId, 'account.factorSet');
      return true;
    });
    return codes;
  }

  /** New recovery codes in place of the old ones. @throws Failure CONFLICT without a factor; as prove does. */
  async renewCodes(accountId: string, code: string): Promise<string[]> {
    const codes = newRecoveryCodes();
    if (!(await this.#isOn(accountId))) throw notOn();
    await this.prove(accountId, code, async (trx) => {
      await putRecoveryCodes(trx, accountId, this.#hashes(accountId, codes));
      await this.#log(trx, accountId, 'account.recoveryCodesRenewed');
    });
    return codes;
  }

  /**
   * Ends the factor of an account by its owner.
   * @throws Failure FORBIDDEN for staff of an installation that asks for one; CONFLICT without a factor; as prove does.
   */
  async end(own: Own, isStaff: boolean, code: string, along: Along): Promise<void> {
    if (isStaff && this.#deps.isRequired) throw new Failure('FORBIDDEN', '运营人员必须使用两步验证，可重新设置');
    if (!(await this.#isOn(own.accountId))) throw notOn();
    await this.prove(own.accountId, code, async (trx) => {
      await deleteFactor(trx, own.accountId);
      await along(trx, own);
      await this.#log(trx, own.accountId, 'account.factorEnded');
    });
  }

  /** @throws Failure as prove does, where the account has a factor; nothing is asked of one that has none. */
  async proveIfOn(accountId: string, code: string | undefined): Promise<void> {
    if (!(await this.#isOn(accountId))) return;
    const message = '请填写当前的动态验证码或恢复码';
    if (code === undefined) throw new Failure('INVALID_BODY', message, [{ field: 'code', message }]);
    await this.prove(accountId, code, async () => undefined);
  }

  async #isOn(accountId: string): Promise<boolean> {
    const row = await factorRow(this.#deps.database.db, accountId);
    return row !== undefined && row.confirmed_at !== null;
  }

  /** A try is counted before it is judged, so that of many at once no more than the limit are, and taken back when right. */
  async #counted(accountId: string, judge: (trx: Db) => Promise<boolean>): Promise<void> {
    const { database, limits, now } = this.#deps;
    const subject = { kind: 'factor', value: accountId };
    const counted = await database.db
      .transaction()
      .execute((trx) => limits.take(trx, [{ ...subject, windows: TRIES }]));
    if (await database.db.transaction().execute(judge)) return limits.takeBack(database.db, counted, [], [subject]);
    const since = now().getTime() - 15 * 60_000;
    if (counted.before(subject).filter((at) => at > since).length === LOCK_TRIES - 1)
      await database.db.transaction().execute((trx) => this.#log(trx, accountId, 'account.factorLocked'));
    throw wrong();
  }

  async #use(trx: Db, accountId: string, code: string): Promise<'app' | 'recovery' | undefined> {
    const { vault } = this.#deps.database;
    const now = this.#deps.now();
    if (!DIGITS.test(code)) {
      const hashes = vault.indexes(recoveryText(accountId, code), RECOVERY);
      return (await takeRecoveryCode(trx, accountId, hashes, now)) ? 'recovery' : undefined;
    }
    const sealed = (await factorRow(trx, accountId))?.secret_sealed;
    if (!sealed) return undefined;
    const step = stepOfCode(vault.open(sealed, secretPlace(accountId)), code, now);
    return step !== undefined && (await takeStep(trx, accountId, step)) ? 'app' : undefined;
  }

  #hashes(accountId: string, codes: readonly string[]): string[] {
    return codes.map((code) => this.#deps.database.vault.index(recoveryText(accountId, code), RECOVERY));
  }

  async #log(trx: Db, accountId: string, action: string): Promise<void> {
    await writeAudit(trx, { ...byOwner(accountId), action }, this.#deps.now());
  }
}

const notOn = (): Failure => new Failure('CONFLICT', '账号尚未开启两步验证');
