import { makeAutoObservable, observableRef } from 'mobx';
import type { AskingBrowser } from '#schemas/api/qr-login.ts';
import { confirmQrCode, QR_STATUS, scanQrCode } from '#schemas/generated/api/qr-login.ts';
import type { Api } from '#client/lib/api.ts';
import type { Clock } from '#client/lib/clock.ts';
import { Loadable } from '#client/lib/loadable.ts';
import { Mutation } from '#client/lib/mutation.ts';
import type { ReplyOf } from '#schemas/api/route.ts';
import { Countdown } from '#client/features/account/phone/countdown.ts';

type ScanOutcome = 'asking' | 'confirmed' | 'refused' | 'over';

/** What the phone shows of a code that it has scanned, until its owner has decided. */
export class ScanStore {
  /** Undefined until read. */
  outcome: ScanOutcome | undefined;
  browser: AskingBrowser | undefined;
  readonly question: Loadable<ReplyOf<typeof scanQrCode>>;
  readonly decision = new Mutation();
  /** Seconds left to decide. */
  readonly left: Countdown;
  readonly #api: Api;
  readonly #ticket: string;

  constructor(api: Api, clock: Clock, ticket: string) {
    this.#api = api;
    this.#ticket = ticket;
    this.left = new Countdown(clock);
    this.question = new Loadable(
      () => api.call(scanQrCode, { body: { ticket } }),
      ({ status, browser, expiresIn }) => {
        this.browser = browser ?? undefined;
        if (browser) this.left.start(expiresIn);
        if (status === QR_STATUS.success) this.outcome = 'confirmed';
        else this.outcome = browser ? 'asking' : 'over';
      },
    );
    makeAutoObservable(this, { browser: observableRef, left: false });
  }

  get state(): ScanOutcome | 'loading' | 'failed' {
    if (this.question.isLoading) return 'loading';
    return this.question.failure ? 'failed' : (this.outcome ?? 'loading');
  }

  /** The time for the decision has run out, whether or not the server was asked again. */
  get hasExpired(): boolean {
    return this.state === 'asking' && this.left.seconds === 0;
  }

  load(): Promise<void> {
    return this.question.load();
  }

  /** Lets the browser in, or not. */
  async decide(accept: boolean): Promise<void> {
    await this.decision.run(
      () => this.#api.call(confirmQrCode, { body: { ticket: this.#ticket, accept } }),
      ({ status }) => {
        if (!accept) this.outcome = 'refused';
        else this.outcome = status === QR_STATUS.success ? 'confirmed' : 'over';
        this.left.stop();
      },
    );
  }
}
