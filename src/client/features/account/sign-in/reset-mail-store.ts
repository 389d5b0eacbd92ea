import { makeAutoObservable } from 'mobx';
import { sendReset } from '#schemas/generated/api/passport.ts';
import { isMailAddress } from '#shared/policy/free-mail.ts';
import { Countdown } from '#client/features/account/phone/countdown.ts';
import type { CaptchaStore } from '#client/features/account/captcha/captcha-store.ts';
import type { Api } from '#client/lib/api.ts';
import type { Clock } from '#client/lib/clock.ts';
import { Mutation } from '#client/lib/mutation.ts';

interface ResetMailParts {
  readonly api: Api;
  readonly clock: Clock;
  readonly captcha: CaptchaStore;
}

/** A mail address to which a link is sent that sets a forgotten password, behind a captcha and not before its time. */
export class ResetMailStore {
  email = '';
  /** Why the address is not right. */
  problem: string | undefined;
  /** The address that a mail went to. */
  sentTo: string | undefined;
  readonly sending = new Mutation();
  readonly countdown: Countdown;
  readonly #parts: ResetMailParts;

  constructor(parts: ResetMailParts) {
    this.#parts = parts;
    this.countdown = new Countdown(parts.clock);
    makeAutoObservable(this, { countdown: false });
  }

  setEmail = (email: string): void => {
    this.email = email;
    this.problem = undefined;
    this.sentTo = undefined;
    this.sending.clear();
    this.countdown.stop();
  };

  /** False when nothing was sent: given up, refused, or not due yet. */
  async send(): Promise<boolean> {
    const email = this.email.trim();
    if (this.sending.isBusy || this.countdown.seconds > 0) return false;
    if (!isMailAddress(email)) {
      this.problem = email === '' ? '请输入邮箱' : '邮箱格式不正确';
      return false;
    }
    const { api, captcha } = this.#parts;
    return this.sending.run(
      async () => {
        const proof = await captcha.ask();
        return proof !== undefined && api.call(sendReset, { params: { type: 'email' }, body: { email, ...proof } });
      },
      (sent) => {
        if (sent === false) return;
        this.sentTo = email;
        this.countdown.start(sent.resendAfter);
      },
    );
  }
}
