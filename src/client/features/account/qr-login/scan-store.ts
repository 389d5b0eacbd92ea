import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { AskingBrowser } from '#schemas/api/qr-login.ts';
import { confirmQrCode, QR_STATUS, scanQrCode } from '#schemas/generated/api/qr-login.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure, type ApiFailure } from '#client/lib/api-failure.ts';
import type { Clock } from '#client/lib/clock.ts';
import { Countdown } from '#client/features/account/phone/countdown.ts';

type ScanState = 'loading' | 'asking' | 'confirmed' | 'refused' | 'over' | 'failed';

/** What the phone shows of a code that it has scanned, until its owner has decided. */
export class ScanStore {
  state: ScanState = 'loading';
  browser: AskingBrowser | undefined;
  busy = false;
  failure: ApiFailure | undefined;
  /** Seconds left to decide. */
  readonly left: Countdown;
  readonly #api: Api;
  readonly #ticket: string;

  constructor(api: Api, clock: Clock, ticket: string) {
    this.#api = api;
    this.#ticket = ticket;
    this.left = new Countdown(clock);
    makeAutoObservable(this, { browser: observableRef, left: false });
  }

  /** The time for the decision has run out, whether or not the server was asked again. */
  get isLate(): boolean {
    return this.state === 'asking' && this.left.seconds === 0;
  }

  async load(): Promise<void> {
    this.state = 'loading';
    this.failure = undefined;
    try {
      const { status, browser, expiresIn } = await this.#api.call(scanQrCode, { body: { ticket: this.#ticket } });
      runInAction(() => {
        this.browser = browser ?? undefined;
        if (browser) this.left.start(expiresIn);
        if (status === QR_STATUS.success) this.state = 'confirmed';
        else this.state = browser ? 'asking' : 'over';
      });
    } catch (thrown) {
      runInAction(() => {
        this.failure = asFailure(thrown);
        this.state = 'failed';
      });
    }
  }

  /** Lets the browser in, or not. */
  async decide(accept: boolean): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.failure = undefined;
    try {
      const { status } = await this.#api.call(confirmQrCode, { body: { ticket: this.#ticket, accept } });
      runInAction(() => {
        if (!accept) this.state = 'refused';
        else this.state = status === QR_STATUS.success ? 'confirmed' : 'over';
      });
      this.left.stop();
    } catch (thrown) {
      runInAction(() => (this.failure = asFailure(thrown)));
    } finally {
      runInAction(() => (this.busy = false));
    }
  }
}
