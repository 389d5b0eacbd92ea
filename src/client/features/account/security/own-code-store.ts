import { makeAutoObservable, runInAction } from 'mobx';
import type { CodePurpose } from '#schemas/api/passport.ts';
import { sendCode } from '#schemas/generated/api/passport.ts';
import type { Api } from '#client/lib/api.ts';
import { Mutation } from '#client/lib/mutation.ts';

/** What proves that a captcha was solved. */
interface CaptchaProof {
  readonly challenge: string;
  readonly validate: string;
  readonly seccode: string;
}

export interface OwnCodeDeps {
  readonly api: Api;
  /** What the code is for. */
  readonly purpose: CodePurpose;
  /** Opens a captcha; undefined when the person gives up. */
  readonly askCaptcha: () => Promise<CaptchaProof | undefined>;
  /** Calls back once a second until the returned function is called. */
  readonly everySecond: (work: () => void) => () => void;
}

/** Codes that are sent to the account's own number. */
export class OwnCodeStore {
  code = '';
  isSent = false;
  readonly sending = new Mutation();
  /** Seconds until another may be sent. */
  seconds = 0;
  readonly #parts: OwnCodeDeps;
  #stop: () => void = () => undefined;

  constructor(parts: OwnCodeDeps) {
    this.#parts = parts;
    makeAutoObservable(this, {}, { autoBind: true });
  }

  get isReady(): boolean {
    return !this.sending.isBusy && this.seconds === 0;
  }

  /** Takes what was typed: six digits at most. */
  type(text: string): void {
    this.code = text.replace(/\D/g, '').slice(0, 6);
  }

  async send(): Promise<void> {
    if (!this.isReady) return;
    const { api, purpose, askCaptcha } = this.#parts;
    await this.sending.run(
      async () => {
        const proof = await askCaptcha();
        return proof !== undefined && api.call(sendCode, { body: { type: purpose, ...proof } });
      },
      (sent) => {
        if (sent === false) return;
        this.isSent = true;
        this.#countDown(sent.resendAfter);
      },
    );
  }

  /** Ends the counting, as the screen does. */
  close(): void {
    this.#stop();
  }

  #countDown(seconds: number): void {
    this.#stop();
    this.seconds = seconds;
    this.#stop = this.#parts.everySecond(() =>
      runInAction(() => {
        this.seconds -= 1;
        if (this.seconds <= 0) this.#stop();
      }),
    );
  }
}
