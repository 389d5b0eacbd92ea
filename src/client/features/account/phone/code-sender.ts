import { makeAutoObservable } from 'mobx';
import type { CodeSent } from '#schemas/api/passport.ts';
import type { ApiFailure } from '#client/lib/api-failure.ts';
import type { Clock } from '#client/lib/clock.ts';
import { Mutation } from '#client/lib/mutation.ts';
import type { CaptchaProof, CaptchaStore } from '#client/features/account/captcha/captcha-store.ts';
import { Countdown } from './countdown.ts';
import { numberProblem, type PhoneEntry } from './phone-entry.ts';

interface CodeSenderDeps {
  readonly captcha: CaptchaStore;
  readonly clock: Clock;
  /** Sends a code to a number. */
  readonly send: (number: PhoneEntry, proof: CaptchaProof) => Promise<CodeSent>;
}

/** A number to which codes are sent, each behind a captcha and none before its time. */
export class CodeSender {
  countryCode = '86';
  phone = '';
  readonly sending = new Mutation();
  /** A code has been sent, to this number. */
  isSent = false;
  /** Why the number is not right. */
  problem: string | undefined;
  readonly countdown: Countdown;
  readonly #parts: CodeSenderDeps;

  constructor(parts: CodeSenderDeps) {
    this.#parts = parts;
    this.countdown = new Countdown(parts.clock);
    makeAutoObservable(this, { countdown: false });
  }

  get number(): PhoneEntry {
    return { countryCode: this.countryCode, phone: this.phone.trim() };
  }

  get failure(): ApiFailure | undefined {
    return this.sending.failure;
  }

  get isReady(): boolean {
    return !this.sending.isBusy && this.countdown.seconds === 0;
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
    const { number } = this;
    return this.sending.run(
      async () => {
        const proof = await this.#parts.captcha.ask();
        return proof !== undefined && this.#parts.send(number, proof);
      },
      (sent) => {
        if (sent === false) return;
        this.isSent = true;
        this.countdown.start(sent.resendAfter);
      },
    );
  }

  /** Another number gets a code of its own at once. */
  #changed(): void {
    this.problem = undefined;
    this.sending.clear();
    this.isSent = false;
    this.countdown.stop();
  }
}
