import type { CaptchaProof, OpenCaptcha } from '#server/platform/providers/captcha/captcha.ts';
import { openOwnCaptcha } from '#server/platform/providers/captcha/own-captcha.ts';
import type { Mail } from '#server/platform/providers/mail/mail-sender.ts';
import type { Providers } from '#server/platform/providers/providers.ts';
import type { SmsMessage, SmsNotice } from '#server/platform/providers/sms/sms-sender.ts';

/** A proof that the captcha of tests accepts, as often as it comes; beside it, it is our own captcha. */
export const KNOWN_PROOF: CaptchaProof = { challenge: 'known', validate: 'known', seccode: 'known|jordan' };

const openTestCaptcha: OpenCaptcha = (parts) => {
  const own = openOwnCaptcha(parts);
  return {
    ...own,
    judge: async (proof, trx) => proof.seccode === KNOWN_PROOF.seccode || own.judge(proof, trx),
  };
};

/** Keeps what would have been sent. */
export class SentCodes {
  readonly sms: SmsMessage[] = [];
  readonly warnings: SmsNotice[] = [];
  readonly mail: Mail[] = [];
  readonly #waiting = new Set<() => void>();
  readonly #read = new Set<SmsMessage | Mail>();

  /** What the app is opened with. */
  readonly providers: Pick<Providers, 'sms' | 'mail' | 'captcha'> = {
    sms: {
      send: async (message) => this.#keep(this.sms, message),
      notify: async (notice) => void this.warnings.push(notice),
    },
    mail: { send: async (mail) => this.#keep(this.mail, mail) },
    captcha: openTestCaptcha,
  };

  /** The next code to a number (E.164) that was not asked for yet; waits until it is sent, as that happens beside replies. */
  async codeTo(number: string): Promise<string> {
    return (await this.#next(this.sms, (message) => message.number === number)).code;
  }

  /** The next mail to an address that was not asked for yet; waits until it is sent. */
  async mailTo(address: string): Promise<Mail> {
    return this.#next(this.mail, ({ to }) => to === address);
  }

  async #next<T extends SmsMessage | Mail>(sent: readonly T[], isWanted: (one: T) => boolean): Promise<T> {
    for (;;) {
      const found = sent.find((one) => isWanted(one) && !this.#read.has(one));
      if (found) {
        this.#read.add(found);
        return found;
      }
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  #keep<T>(list: T[], one: T): void {
    list.push(one);
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}
