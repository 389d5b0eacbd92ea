import type { CodeSent } from '#schemas/api/passport.ts';
import { Failure } from '#shared/errors.ts';
import { isMailAddress, plainAddress } from '#shared/policy/free-mail.ts';
import type { Database } from '#server/db/database.ts';
import { type Limits, networkOf } from '#server/platform/limits/limits.ts';
import type { Window } from '#server/platform/limits/windows.ts';
import type { CaptchaJudge, CaptchaProof } from '#server/platform/providers/captcha/captcha.ts';
import type { MailSender } from '#server/platform/providers/mail/mail-sender.ts';
import { accountByEmail } from './queries.ts';
import { issueTicket } from '#server/platform/accounts/tickets.ts';

const RESEND_SECONDS = 60;
/** A mail takes longer to arrive and to be opened than a text message. */
const TERM_SECONDS = 30 * 60;
const HOUR = 3600;
const PER_ADDRESS: readonly Window[] = [
  { seconds: RESEND_SECONDS, max: 1 },
  { seconds: HOUR, max: 5 },
  { seconds: 'day', max: 10 },
];
const PER_NETWORK: readonly Window[] = [
  { seconds: HOUR, max: 20 },
  { seconds: 'day', max: 60 },
];

export interface ResetMailDeps {
  readonly database: Database;
  readonly limits: Limits;
  readonly captcha: CaptchaJudge;
  readonly mail: MailSender;
  readonly productName: string;
  /** The origin of links. @throws Failure UNAVAILABLE where it is not known. */
  readonly linkOrigin: () => string;
  readonly now: () => Date;
  /** Receives mails that could not be sent; the error does not name the address. */
  readonly report: (error: unknown) => void;
}

/** Sends links with which a forgotten password is set: one use, half an hour, only to an address that its account proved. */
export class ResetMail {
  readonly #deps: ResetMailDeps;
  readonly #underWay = new Set<Promise<void>>();

  constructor(deps: ResetMailDeps) {
    this.#deps = deps;
  }

  /**
   * The mail leaves after the answer is given: neither the answer nor its time discloses whether there is an account.
   * @throws Failure INVALID_BODY, CAPTCHA_FAILED, TOO_MANY_REQUESTS with the time to wait, UNAVAILABLE.
   */
  async send({ email, ...proof }: CaptchaProof & { readonly email?: string }, from: string): Promise<CodeSent> {
    const { captcha, database, limits, linkOrigin } = this.#deps;
    const origin = linkOrigin();
    const address = plainAddress(email ?? '');
    // Typing errors are reported before they use up the captcha.
    if (!isMailAddress(address)) {
      const message = address === '' ? '请填写邮箱' : '邮箱格式不正确';
      throw new Failure('INVALID_BODY', message, [{ field: 'email', message }]);
    }
    if (!(await captcha.judge(proof))) throw new Failure('CAPTCHA_FAILED');
    await database.db.transaction().execute((trx) =>
      limits.take(trx, [
        { kind: 'mail.address', value: address, windows: PER_ADDRESS },
        { kind: 'mail.network', value: networkOf(from), windows: PER_NETWORK },
      ]),
    );
    this.#sendBeside(address, origin);
    return { resendAfter: RESEND_SECONDS, expiresIn: TERM_SECONDS };
  }

  /** Resolves when every mail that was asked for is sent or given up. */
  async settled(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  #sendBeside(address: string, origin: string): void {
    const sending: Promise<void> = this.#sendNow(address, origin)
      .catch((error: unknown) => this.#deps.report(error))
      .finally(() => this.#underWay.delete(sending));
    this.#underWay.add(sending);
  }

  async #sendNow(address: string, origin: string): Promise<void> {
    const { database, mail, now, productName } = this.#deps;
    const account = await accountByEmail(database.db, database.vault.indexes(address, 'email'));
    if (!account) return;
    const expiresAt = new Date(now().getTime() + TERM_SECONDS * 1000);
    const ticket = await database.db
      .transaction()
      .execute((trx) => issueTicket(trx, 'reset_ticket', account.id, { expiresAt, now: now() }));
    await mail.send({
      to: address,
      subject: `${productName}：重置登录密码`,
      text: `您好：\n\n您正在重置${productName}账号的登录密码。请在 30 分钟内打开以下链接设置新密码：\n\n${origin}/#/forget?ticket=${ticket}\n\n链接仅可使用一次。如非本人操作，请忽略此邮件，您的密码不会改变。`,
    });
  }
}
