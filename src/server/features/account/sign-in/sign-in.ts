import type { signIn } from '#schemas/api/session.ts';
import type { BodyOf } from '#schemas/api/route.ts';
import { Failure } from '#shared/errors.ts';
import type { Actor } from '#shared/policy/actor.ts';
import type { Database } from '#server/db/database.ts';
import { newDeviceToken } from '#server/platform/accounts/known-device.ts';
import { mobileNumber, mobileNumberOrNone } from '#server/platform/accounts/phone.ts';
import { PasswordSignIn, type PasswordSignInDeps } from './password-sign-in.ts';
import { PhoneSignIn, type PhoneSignInDeps } from './phone-sign-in.ts';
import { accountById, type PassportAccount } from './queries.ts';

type Body = BodyOf<typeof signIn>;

/** Who has proved to be whom, and whether a session is to be opened: binding a number needs none. */
export interface Proved {
  readonly accountId: string;
  readonly isSignedIn: boolean;
  /** Lets this browser be known again; null where its session stays. */
  readonly device: string | null;
}

/** All ways of proving who one is that go through the sign-in route. */
export class SignIn {
  readonly #passwords: PasswordSignIn;
  readonly #phones: PhoneSignIn;
  readonly #database: Database;

  constructor(deps: PasswordSignInDeps & PhoneSignInDeps) {
    this.#passwords = new PasswordSignIn(deps);
    this.#phones = new PhoneSignIn(deps);
    this.#database = deps.database;
  }

  /** @throws Failure as the way that `body` chooses does; INVALID_BODY naming what it lacks. */
  async prove(
    body: Body,
    from: {
      readonly actor: Actor;
      readonly address: string;
      readonly sessionId: string | null;
      readonly device: string;
    },
  ): Promise<Proved> {
    if (body.type === 'sms' || body.bind === '1') return this.#provePhone(body, from);
    const { username, phone, password, challenge, validate, seccode } = body;
    const login = username ?? phone ?? lacking('username', '请填写账号或手机号');
    const number = username === undefined ? mobileNumber(login, body.countryCode) : mobileNumberOrNone(login);
    const hasProof = challenge !== undefined && validate !== undefined && seccode !== undefined;
    const account = await this.#passwords.prove({
      login,
      number,
      password: password ?? lacking('password', '请填写密码'),
      address: from.address,
      device: from.device,
      proof: hasProof ? { challenge, validate, seccode } : undefined,
    });
    return this.#opened(account);
  }

  async #provePhone(
    { countryCode, phone, verifyCode, bind, password, ownCode }: Body,
    { actor, sessionId }: { readonly actor: Actor; readonly sessionId: string | null },
  ): Promise<Proved> {
    if (bind === '1' && actor.id === null) throw new Failure('SESSION_INVALID');
    const number = mobileNumber(phone ?? lacking('phone', '请填写手机号'), countryCode);
    const code = verifyCode ?? lacking('verifyCode', '请填写验证码');
    if (bind !== '1' || actor.id === null) {
      const { id } = await this.#phones.prove(number, code);
      const account = await accountById(this.#database.db, id);
      if (!account) throw new Failure('SESSION_INVALID');
      return this.#opened(account);
    }
    await this.#phones.bind(
      { accountId: actor.id, sessionId: sessionId ?? '' },
      { number, code },
      { password, verifyCode: ownCode },
    );
    return { accountId: actor.id, isSignedIn: true, device: null };
  }

  #opened(account: PassportAccount): Proved {
    return { accountId: account.id, isSignedIn: false, device: newDeviceToken(this.#database.vault, account) };
  }
}

function lacking(field: string, message: string): never {
  throw new Failure('INVALID_BODY', message, [{ field, message }]);
}
