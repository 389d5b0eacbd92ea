import { makeAutoObservable, runInAction } from 'mobx';
import { makeQrCode, QR_STATUS, readLoginId, readQrStatus } from '#schemas/generated/api/qr-login.ts';
import type { Api } from '#client/lib/api.ts';
import type { ApiFailure } from '#client/lib/api-failure.ts';
import type { Clock } from '#client/lib/clock.ts';
import { Mutation } from '#client/lib/mutation.ts';
import type { SessionStore } from '#client/features/account/session/session-store.ts';
import type { FactorStep } from '#client/features/account/base/factor-step.ts';
import { SIGNED_IN } from '#client/features/account/base/signed-in.ts';

/** Milliseconds between an answer and the next question. */
export const POLL = 5000;

type QrState = 'loading' | 'waiting' | 'scanned' | 'success' | 'expired' | 'failed';

interface QrLoginDeps {
  readonly api: Api;
  readonly clock: Clock;
  readonly session: SessionStore;
  /** Takes over where the account has a second factor. */
  readonly factor: FactorStep;
  /** Says a word that outlives this screen. */
  readonly say: (text: string) => void;
}

/** A code on this screen, and what the phone makes of it. Asks only while a user looks, one question at a time. */
export class QrLoginStore {
  state: QrState = 'loading';
  /** The picture, a whole SVG document. */
  svg: string | undefined;
  readonly #parts: QrLoginDeps;
  #token = '';
  readonly #making = new Mutation();
  #isAsking = false;
  #isWatched = false;
  #cancel: () => void = () => undefined;

  constructor(parts: QrLoginDeps) {
    this.#parts = parts;
    makeAutoObservable(this);
  }

  get failure(): ApiFailure | undefined {
    return this.#making.failure;
  }

  /** A new code. */
  async refresh(): Promise<void> {
    if (this.#making.isBusy) return;
    this.#cancel();
    this.state = 'loading';
    this.#token = '';
    const { api } = this.#parts;
    const isMade = await this.#making.run(
      async () => {
        await api.call(readLoginId);
        return api.call(makeQrCode);
      },
      ({ token, svg }) => {
        this.#token = token;
        this.svg = svg;
      },
    );
    runInAction(() => (this.state = isMade ? 'waiting' : 'failed'));
    this.#askLater();
  }

  /** A user looks at the code: one is made when there is none, and the phone is asked after. */
  watch(): void {
    if (this.#isWatched) return;
    this.#isWatched = true;
    if (this.#token === '') void this.refresh();
    else void this.#ask();
  }

  /** No user looks: the tab is hidden or the page was left. */
  rest(): void {
    this.#isWatched = false;
    this.#cancel();
  }

  get #isPending(): boolean {
    return this.#token !== '' && (this.state === 'waiting' || this.state === 'scanned');
  }

  #askLater(): void {
    this.#cancel();
    if (this.#isWatched && this.#isPending) this.#cancel = this.#parts.clock.after(POLL, () => void this.#ask());
  }

  async #ask(): Promise<void> {
    // An answer that is still on its way goes on from where it arrives.
    if (this.#isAsking || !this.#isPending) return;
    this.#isAsking = true;
    const token = this.#token;
    try {
      const { status } = await this.#parts.api.call(readQrStatus, { query: { token } });
      if (token === this.#token) await this.#receive(status);
    } catch (thrown) {
      // The phone said yes, which has spent the code. Any other question that was lost is asked again.
      if (this.#parts.factor.receive(thrown)) runInAction(() => (this.state = 'expired'));
    } finally {
      this.#isAsking = false;
      this.#askLater();
    }
  }

  async #receive(status: number): Promise<void> {
    const { session, say } = this.#parts;
    runInAction(() => {
      if (status === QR_STATUS.scanned) this.state = 'scanned';
      if (status === QR_STATUS.success) this.state = 'success';
      if (status === QR_STATUS.expired) this.state = 'expired';
    });
    if (status !== QR_STATUS.success) return;
    await session.arrive();
    if (session.isSignedIn) say(SIGNED_IN);
  }
}
