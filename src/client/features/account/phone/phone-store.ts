import { makeAutoObservable } from 'mobx';
import { sendCode } from '#schemas/generated/api/passport.ts';
import type { Profile } from '#schemas/api/session.ts';
import { signIn } from '#schemas/generated/api/session.ts';
import type { Api } from '#client/lib/api.ts';
import type { Clock } from '#client/lib/clock.ts';
import { Mutation } from '#client/lib/mutation.ts';
import type { CaptchaStore } from '#client/features/account/captcha/captcha-store.ts';
import { CodeSender } from './code-sender.ts';

export interface PhoneDeps {
  readonly api: Api;
  readonly clock: Clock;
  readonly captcha: CaptchaStore;
  /** Hears of the profile with its new number. */
  readonly onBound: (profile: Profile) => void;
}

/** What proves that the person at the screen is the owner: the password, or a code to the number until now. */
export interface OwnerProof {
  readonly password?: string;
  readonly verifyCode?: string;
}

/** Binding another number to the account that is signed in: a code proves the new number, the owner is proved beside it. */
export class PhoneStore {
  readonly sender: CodeSender;
  readonly binding = new Mutation();
  readonly #parts: PhoneDeps;

  constructor(parts: PhoneDeps) {
    this.#parts = parts;
    const { api, clock, captcha } = parts;
    this.sender = new CodeSender({
      captcha,
      clock,
      send: (number, proof) => api.call(sendCode, { body: { ...number, type: 'bind', ...proof } }),
    });
    makeAutoObservable(this, { sender: false }, { autoBind: true });
  }

  /** True when the number is bound. */
  bind(verifyCode: string, { password, verifyCode: ownCode }: OwnerProof): Promise<boolean> {
    const { api, onBound } = this.#parts;
    const proof = { ...(password !== undefined && { password }), ...(ownCode !== undefined && { ownCode }) };
    const body = { type: 'sms', bind: '1', ...this.sender.number, verifyCode, ...proof } as const;
    return this.binding.run(() => api.call(signIn, { body }), onBound);
  }
}
