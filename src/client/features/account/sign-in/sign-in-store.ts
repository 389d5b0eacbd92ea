import { makeAutoObservable } from 'mobx';
import type { BodyOf } from '#schemas/api/route.ts';
import { sendCode } from '#schemas/generated/api/passport.ts';
import { signIn } from '#schemas/generated/api/session.ts';
import { FAILURES } from '#shared/errors.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure } from '#client/lib/api-failure.ts';
import type { Clock } from '#client/lib/clock.ts';
import { Mutation } from '#client/lib/mutation.ts';
import type { CaptchaStore } from '#client/features/account/captcha/captcha-store.ts';
import { CodeSender } from '#client/features/account/phone/code-sender.ts';
import type { FactorStep } from '#client/features/account/base/factor-step.ts';
import { SIGNED_IN } from '#client/features/account/base/signed-in.ts';
import type { SessionStore } from '#client/features/account/session/session-store.ts';

interface SignInDeps {
  readonly api: Api;
  readonly clock: Clock;
  readonly session: SessionStore;
  readonly captcha: CaptchaStore;
  /** Takes over where the account has a second factor. */
  readonly factor: FactorStep;
  /** Says a word that outlives this screen. */
  readonly say: (text: string) => void;
}

/** Signing in by password or by a code. */
export class SignInStore {
  readonly attempt = new Mutation();
  readonly sender: CodeSender;
  readonly #parts: SignInDeps;

  constructor(parts: SignInDeps) {
    this.#parts = parts;
    this.sender = new CodeSender({
      captcha: parts.captcha,
      clock: parts.clock,
      send: (number, proof) => parts.api.call(sendCode, { body: { type: 'login', ...number, ...proof } }),
    });
    makeAutoObservable(this, { sender: false });
  }

  async byPassword(username: string, password: string): Promise<void> {
    await this.#enter({ type: 'password', username, password });
  }

  async byCode(verifyCode: string): Promise<void> {
    await this.#enter({ type: 'sms', ...this.sender.number, verifyCode });
  }

  async #enter(body: BodyOf<typeof signIn>): Promise<void> {
    this.#parts.factor.restart();
    await this.attempt.run(() => this.#try(body));
  }

  /** Where the server wants a captcha first, it is asked for and the attempt made again. */
  async #try(body: BodyOf<typeof signIn>): Promise<void> {
    const { api, session, captcha, factor, say } = this.#parts;
    try {
      session.enter(await api.call(signIn, { body }));
      say(SIGNED_IN);
    } catch (thrown) {
      if (factor.receive(thrown)) return;
      if (asFailure(thrown).code !== FAILURES.CAPTCHA_REQUIRED.code || body.validate !== undefined) throw thrown;
      const proof = await captcha.ask();
      if (!proof) throw thrown;
      await this.#try({ ...body, needCaptcha: '1', ...proof });
    }
  }
}
