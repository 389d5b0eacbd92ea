import { randomInt } from 'node:crypto';
import type { CodePurpose, CodeSent } from '#schemas/api/passport.ts';
import { Failure } from '#shared/errors.ts';
import type { Database, Db } from '#server/db/database.ts';
import { phonePlace } from '#server/db/seal-phones.ts';
import { type Limits, networkOf } from '#server/platform/limits/limits.ts';
import type { Window } from '#server/platform/limits/windows.ts';
import type { SmsSender } from '#server/platform/providers/sms/sms-sender.ts';
import { hasAccount, phoneOf, putCode, tryCode } from './queries.ts';

const RESEND_SECONDS = 60;
const TERM_SECONDS = 300;
const HOUR = 3600;
const PER_NUMBER: readonly Window[] = [
  { seconds: RESEND_SECONDS, max: 1 },
  { seconds: HOUR, max: 5 },
  { seconds: 'day', max: 10 },
];
/** An address, or a signed-in account, whatever numbers it names. */
const PER_ASKER: readonly Window[] = [
  { seconds: HOUR, max: 20 },
  { seconds: 'day', max: 60 },
];

/** Who asks for a code, and for which number (E.164). */
export interface CodeWanted {
  readonly number: string;
  readonly purpose: CodePurpose;
  readonly address: string;
  readonly accountId: string | null;
}

interface Outgoing extends Pick<CodeWanted, 'number' | 'purpose'> {
  readonly code: string;
}

export interface SmsCodesDeps {
  readonly database: Pick<Database, 'db' | 'vault'>;
  readonly sender: SmsSender;
  readonly limits: Limits;
  readonly now: () => Date;
  /** Receives messages that could not be sent; the error names neither number nor code. */
  readonly report: (error: unknown) => void;
}

/** Codes that are sent to phones: six digits, five minutes, five tries, one use; only a keyed hash is kept. */
export class SmsCodes {
  readonly #deps: SmsCodesDeps;
  readonly #underWay = new Set<Promise<void>>();

  constructor(deps: SmsCodesDeps) {
    this.#deps = deps;
  }

  /**
   * Makes a code and has it sent after the answer is given: neither the answer nor its time discloses whether the
   * number has an account, and for `reset` nothing is sent where it has none.
   * @throws Failure TOO_MANY_REQUESTS with the time to wait.
   */
  async send({ number, purpose, address, accountId }: CodeWanted): Promise<CodeSent> {
    const { database, limits, now } = this.#deps;
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    await database.db.transaction().execute(async (trx) => {
      await limits.take(trx, [
        { kind: 'sms.number', value: number, windows: PER_NUMBER },
        { kind: 'sms.address', value: networkOf(address), windows: PER_ASKER },
        ...(accountId === null ? [] : [{ kind: 'sms.account', value: accountId, windows: PER_ASKER }]),
      ]);
      const expiresAt = new Date(now().getTime() + TERM_SECONDS * 1000);
      const codeHash = database.vault.index(textOf({ number, purpose, code }), 'sms-code');
      await putCode(
        trx,
        { phoneIndexes: database.vault.indexes(number, 'phone'), purpose, codeHash, expiresAt },
        now(),
      );
    });
    this.#sendBeside({ number, purpose, code });
    return { resendAfter: RESEND_SECONDS, expiresIn: TERM_SECONDS };
  }

  /**
   * Tries a code for a number (E.164). The try counts as soon as the transaction is committed: throw for a wrong code only
   * after that.
   */
  async use(trx: Db, number: string, purpose: CodePurpose, code: string): Promise<boolean> {
    const { vault } = this.#deps.database;
    const codeHashes = vault.indexes(textOf({ number, purpose, code }), 'sms-code');
    return tryCode(trx, { phoneIndexes: vault.indexes(number, 'phone'), purpose, codeHashes }, this.#deps.now());
  }

  /** Proves that a user has the phone of an account. @throws Failure VERIFY_CODE_WRONG. */
  async proveOwner(accountId: string, purpose: CodePurpose, code: string): Promise<void> {
    const { db, vault } = this.#deps.database;
    const sealed = await phoneOf(db, accountId);
    const isRight = sealed !== null && (await this.use(db, vault.open(sealed, phonePlace(accountId)), purpose, code));
    if (!isRight) throw new Failure('VERIFY_CODE_WRONG');
  }

  /** Resolves when every message that was asked for is sent or given up. */
  async settled(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  #sendBeside(message: Outgoing): void {
    const sending: Promise<void> = this.#sendNow(message)
      .catch((error: unknown) => this.#deps.report(error))
      .finally(() => this.#underWay.delete(sending));
    this.#underWay.add(sending);
  }

  async #sendNow({ number, purpose, code }: Outgoing): Promise<void> {
    const { database, sender, limits } = this.#deps;
    await limits.sweep(database.db);
    if (purpose === 'reset' && !(await hasAccount(database.db, database.vault.indexes(number, 'phone')))) return;
    await sender.send({ number, code, purpose, minutes: TERM_SECONDS / 60 });
  }
}

/** What a code is kept as the keyed hash of. */
const textOf = ({ number, purpose, code }: Outgoing): string => `${number}\n${purpose}\n${code}`;
