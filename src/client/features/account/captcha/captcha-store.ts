import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { CaptchaChallenge } from '#schemas/api/passport.ts';
import { checkCaptcha, readCaptcha } from '#schemas/generated/api/passport.ts';
import type { ReplyOf } from '#schemas/api/route.ts';
import { FAILURES } from '#shared/errors.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure } from '#client/lib/api-failure.ts';
import type { Clock } from '#client/lib/clock.ts';

/** What proves that a captcha was solved, to be sent along with the call that needs it. */
export type CaptchaProof = ReplyOf<typeof checkCaptcha>;
/** A puzzle of our own. */
export type SlideChallenge = Extract<CaptchaChallenge, { provider: 'own' }>;
/** One of a hosted service, which draws and judges it by its own script. */
export type HostedChallenge = Extract<CaptchaChallenge, { provider: 'geetest' }>;
/** Points of a drag: x and y from where it began in pixels of the picture, and milliseconds since then. */
export type Trail = readonly (readonly [x: number, y: number, ms: number])[];

type CaptchaState = 'closed' | 'loading' | 'ready' | 'checking' | 'passed' | 'expired' | 'failed';

/** Phones are challenge type 3. */
const PHONE_TYPE = 3;
/** Somewhat less than the two minutes of the server: a drag that has begun is to arrive in time. */
const GOOD_FOR_MS = 110_000;
const HOSTED_FAILURE = '验证服务加载失败，请检查网络后重试';

interface CaptchaDeps {
  readonly api: Api;
  readonly clock: Clock;
  readonly isPhone: () => boolean;
  /** Shows a hosted captcha; undefined when the person closes it. Rejects when it cannot be shown. */
  readonly askHosted: (challenge: HostedChallenge) => Promise<CaptchaProof | undefined>;
}

/** The captcha that a call needs: asked for, solved or given up. */
export class CaptchaStore {
  state: CaptchaState = 'closed';
  challenge: SlideChallenge | undefined;
  /** What is to be said about the last attempt. */
  message: string | undefined;
  readonly #parts: CaptchaDeps;
  #answer: ((proof: CaptchaProof | undefined) => void) | undefined;
  #stopTimer: () => void = () => undefined;
  /** Grows with each challenge, so that a late answer is known to be of an earlier one. */
  #round = 0;

  constructor(parts: CaptchaDeps) {
    this.#parts = parts;
    makeAutoObservable(this, { challenge: observableRef });
  }

  get isOpen(): boolean {
    return this.state !== 'closed';
  }

  /** Opens the captcha; the proof once it is solved, undefined when the person gives up. */
  ask(): Promise<CaptchaProof | undefined> {
    this.#answer?.(undefined);
    return new Promise((resolve) => {
      this.#answer = resolve;
      this.message = undefined;
      void this.refresh();
    });
  }

  /** Another challenge. */
  async refresh(): Promise<void> {
    const round = this.#begin();
    this.state = 'loading';
    this.challenge = undefined;
    try {
      const query = this.#parts.isPhone() ? { type: PHONE_TYPE } : {};
      const challenge = await this.#parts.api.call(readCaptcha, { query });
      if (round !== this.#round) return;
      if (challenge.provider === 'own') this.#show(challenge);
      else await this.#showHosted(challenge, round);
    } catch (thrown) {
      if (round !== this.#round) return;
      runInAction(() => {
        this.state = 'failed';
        this.message = asFailure(thrown).message;
      });
    }
  }

  /** The piece was let go at `left`. A wrong place brings another challenge, as this one is used up. */
  async check(left: number, trail: Trail): Promise<void> {
    const { challenge } = this;
    if (this.state !== 'ready' || !challenge) return;
    const round = this.#begin();
    this.state = 'checking';
    this.message = undefined;
    try {
      const body = { challenge: challenge.challenge, left, trail: [...trail] };
      const proof = await this.#parts.api.call(checkCaptcha, { body });
      if (round !== this.#round) return;
      runInAction(() => (this.state = 'passed'));
      this.#end(proof);
    } catch (thrown) {
      if (round !== this.#round) return;
      const { code, message } = asFailure(thrown);
      runInAction(() => {
        this.message = message;
        if (code !== FAILURES.CAPTCHA_FAILED.code) this.state = 'failed';
      });
      if (code === FAILURES.CAPTCHA_FAILED.code) await this.refresh();
    }
  }

  /** The person gives up. */
  cancel = (): void => this.#end(undefined);

  #show(challenge: SlideChallenge): void {
    runInAction(() => {
      this.challenge = challenge;
      this.state = 'ready';
    });
    this.#stopTimer = this.#parts.clock.after(GOOD_FOR_MS, () => runInAction(() => this.#expire()));
  }

  #expire(): void {
    if (this.state !== 'ready') return;
    this.state = 'expired';
    this.message = undefined;
  }

  async #showHosted(challenge: HostedChallenge, round: number): Promise<void> {
    const shown = this.#parts.askHosted(challenge).then(
      (proof) => ({ proof }),
      () => 'broken' as const,
    );
    const outcome = await shown;
    if (round !== this.#round) return;
    if (outcome !== 'broken') return this.#end(outcome.proof);
    runInAction(() => {
      this.state = 'failed';
      this.message = HOSTED_FAILURE;
    });
  }

  #begin(): number {
    this.#stopTimer();
    this.#round += 1;
    return this.#round;
  }

  #end(proof: CaptchaProof | undefined): void {
    this.#begin();
    const answer = this.#answer;
    this.#answer = undefined;
    runInAction(() => {
      this.state = 'closed';
      this.challenge = undefined;
    });
    answer?.(proof);
  }
}
