import type { CodePurpose, CodeSent } from '#schemas/api/passport.ts';
import { Failure } from '#shared/errors.ts';
import type { Actor } from '#shared/policy/actor.ts';
import type { Database } from '#server/db/database.ts';
import { phonePlace } from '#server/db/seal-phones.ts';
import { mobileNumber } from '#server/platform/accounts/phone.ts';
import type { CaptchaJudge, CaptchaProof } from '#server/platform/providers/captcha/captcha.ts';
import type { SmsCodes } from '#server/platform/sms-codes/sms-codes.ts';
import { accountById } from './queries.ts';

/** Codes that prove the owner of a signed-in account: they go to the number that it has now, and to no other. */
const TO_OWN_NUMBER: readonly CodePurpose[] = ['rebind', 'close', 'copy', 'key', 'factor'];
/** Codes that only the person of an account may ask for. */
const FOR_MEMBERS: readonly CodePurpose[] = ['bind', ...TO_OWN_NUMBER];

export interface CodeRequest extends CaptchaProof {
  readonly type: CodePurpose;
  readonly countryCode?: string;
  readonly phone?: string;
}

export interface CodeRequestsDeps {
  readonly database: Database;
  readonly codes: SmsCodes;
  readonly captcha: CaptchaJudge;
}

/** Asking for a code: a captcha first, then whose number, then the limits. */
export class CodeRequests {
  readonly #deps: CodeRequestsDeps;

  constructor(deps: CodeRequestsDeps) {
    this.#deps = deps;
  }

  /** @throws Failure INVALID_BODY, SESSION_INVALID, CAPTCHA_FAILED, TOO_MANY_REQUESTS. */
  async send(request: CodeRequest, from: { readonly actor: Actor; readonly address: string }): Promise<CodeSent> {
    const { captcha, codes } = this.#deps;
    const { type: purpose, phone, countryCode } = request;
    const accountId = from.actor.id;
    if (accountId === null && (phone === undefined || FOR_MEMBERS.includes(purpose))) {
      throw phone === undefined ? lacking('请填写手机号') : new Failure('SESSION_INVALID');
    }
    // Typing errors are reported before they use up the captcha.
    const typed = phone === undefined ? undefined : mobileNumber(phone, countryCode);
    if (typed === undefined && purpose === 'bind') throw lacking('请填写手机号');
    if (!(await captcha.judge(request))) throw new Failure('CAPTCHA_FAILED');
    const number =
      typed !== undefined && !TO_OWN_NUMBER.includes(purpose) ? typed : await this.#ownNumber(accountId ?? '');
    if (typed !== undefined && typed !== number) throw lacking('只能向账号绑定的手机号发送验证码');
    return codes.send({ number, purpose, address: from.address, accountId });
  }

  async #ownNumber(accountId: string): Promise<string> {
    const { db, vault } = this.#deps.database;
    const sealed = (await accountById(db, accountId))?.phone_sealed ?? null;
    if (sealed === null) throw lacking('账号尚未绑定手机号');
    return vault.open(sealed, phonePlace(accountId));
  }
}

const lacking = (message: string): Failure => new Failure('INVALID_BODY', message, [{ field: 'phone', message }]);
