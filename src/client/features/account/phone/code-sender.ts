import { makeAutoObservable, runInAction } from 'mobx';
import type { CodeSent } from '#schemas/api/passport.ts';
import { asFailure, type ApiFailure } from '#client/lib/api-failure.ts';
import type { Clock } from '#client/lib/clock.ts';
import type { CaptchaProof, CaptchaStore } from '#client/features/account/captcha/captcha-store.ts';
import { Countdown } from './countdown.ts';
import { numberProblem, type PhoneEntry } from './phone-entry.ts';

interface CodeSenderParts {
  readonly captcha: CaptchaStore;
  readonly clock: Clock;
  /** Sends a code to a number. */
  readonly send: (number: PhoneEntry, proof: CaptchaProof) => Promise<CodeSent>;
}

/** A number to which codes are sent, each behind a captcha and none before its time. */
export class CodeSender {
  countryCode = '86';
  phone = '';
  sending = false;
  /** A code has been sent, to the number that stands here. */
  isSent = false;
  /** Why the number, or the last sending, is not right. */
  problem: string | undefined;
  failure: ApiFailure | undefined;
  readonly countdown: Countdown;
  readonly #parts: CodeSenderParts;

  constructor(parts: CodeSenderParts) {
    this.#parts = parts;
    this.countdown = new Countdown(parts.clock);
    makeAutoObservable(this, { countdown: false });
  }

  get number(): PhoneEntry {
    return { countryCode: this.countryCode, phone: this.phone.trim() };
  }

  get isReady(): boolean {
    return !this.sending && this.countdown.seconds === 0;
  }

  setCountry = (code: string): void => {
    this.countryCode = code;
    this.#changed();
  };

  setPhone = (phone: string): void => {
    this.phone = phone;
    this.#changed();
  };

  /** Is the number one that a code can be sent to? Says why not in `problem`. */
  checkNumber(): boolean {
    this.problem = numberProblem(this.number);
    return this.problem === undefined;
  }

  /** Sends a code after a captcha. False when it was not sent: given up, refused, or not due yet. */
  async send(): Promise<boolean> {
    if (!this.isReady || !this.checkNumber()) return false;
    this.sending = true;
    this.failure = undefined;
    const { number } = this;
    try {
      const proof = await this.#parts.captcha.ask();
      if (!proof) return false;
      const { resendAfter } = await this.#parts.send(number, proof);
      runInAction(() => (this.isSent = true));
      this.countdown.start(resendAfter);
      return true;
    } catch (thrown) {
      runInAction(() => (this.failure = asFailure(thrown)));
      return false;
    } finally {
      runInAction(() => (this.sending = false));
    }
  }

  /** Another number gets a code of its own at once. */
  #changed(): void {
    this.problem = undefined;
    this.failure = undefined;
    this.isSent = false;
    this.countdown.stop();
  }
}
