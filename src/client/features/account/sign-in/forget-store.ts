import { makeAutoObservable } from 'mobx';
import { sendReset, setForgottenPassword, verifyResetCode } from '#schemas/generated/api/passport.ts';
import type { Api } from '#client/lib/api.ts';
import type { Clock } from '#client/lib/clock.ts';
import { Mutation } from '#client/lib/mutation.ts';
import type { CaptchaStore } from '#client/features/account/captcha/captcha-store.ts';
import { ResetMailStore } from './reset-mail-store.ts';
import { CodeSender } from '#client/features/account/phone/code-sender.ts';

/** The steps in order, as the address spells them. */
export const FORGET_STEPS = ['phone', 'code', 'password'] as const;
export type ForgetStep = (typeof FORGET_STEPS)[number];

interface ForgetDeps {
  readonly api: Api;
  readonly clock: Clock;
  readonly captcha: CaptchaStore;
}

/** A forgotten password on its way to a new one: number, code, password. */
export class ForgetStore {
  readonly step = new Mutation();
  readonly sender: CodeSender;
  readonly mail: ResetMailStore;
  readonly #parts: ForgetDeps;
  /** What the code was exchanged for. */
  #ticket = '';

  constructor(parts: ForgetDeps) {
    this.#parts = parts;
    this.sender = new CodeSender({
      captcha: parts.captcha,
      clock: parts.clock,
      send: (number, proof) => parts.api.call(sendReset, { params: { type: 'phone' }, body: { ...number, ...proof } }),
    });
    this.mail = new ResetMailStore(parts);
    makeAutoObservable(this, { sender: false, mail: false });
  }

  /** A user was given a ticket by the operator, in a link: it takes the place of number and code. */
  bringTicket(ticket: string): void {
    this.#ticket = ticket;
  }

  /** The furthest step that may be shown now: an address may name one whose time has not come. */
  reachable(wanted: string | null): ForgetStep {
    if (wanted === 'password' && this.#ticket !== '') return 'password';
    return wanted !== null && wanted !== 'phone' && this.sender.isSent ? 'code' : 'phone';
  }

  /** Exchanges the code for a ticket. False when it is refused. */
  async verify(code: string): Promise<boolean> {
    return this.#do(async (api) => {
      const { ticket } = await api.call(verifyResetCode, { body: { ...this.sender.number, code } });
      this.#ticket = ticket;
    });
  }

  /** Sets the new password; every session of the account ends. False when it is refused. */
  async reset(passwd: string): Promise<boolean> {
    return this.#do(async (api) => {
      await api.call(setForgottenPassword, { body: { ticket: this.#ticket, passwd } });
      this.#ticket = '';
    });
  }

  #do(work: (api: Api) => Promise<void>): Promise<boolean> {
    return this.step.run(() => work(this.#parts.api));
  }
}
