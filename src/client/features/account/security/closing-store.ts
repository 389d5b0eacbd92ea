import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Closing, ClosingReason } from '#schemas/api/profile.ts';
import { closeAccount, readClosing } from '#schemas/generated/api/profile.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure, type ApiFailure } from '#client/lib/api-failure.ts';
import type { OwnCodeStore } from './own-code-store.ts';
import { ProofStore } from './proof-store.ts';

/** Closing the account: what it takes away, the proof, and the deed. */
export class ClosingStore {
  closing: Closing | undefined;
  proof: ProofStore | undefined;
  failure: ApiFailure | undefined;
  /** Why it was not closed. */
  refusal: ApiFailure | undefined;
  reason: ClosingReason | '' = '';
  /** The person has read what goes, and lets coins and VIP go. */
  agreed = false;
  forfeit = false;
  isClosing = false;
  readonly #api: Api;
  readonly #code: OwnCodeStore;

  constructor(api: Api, code: OwnCodeStore) {
    this.#api = api;
    this.#code = code;
    makeAutoObservable(
      this,
      { closing: observableRef, failure: observableRef, refusal: observableRef },
      { autoBind: true },
    );
  }

  /** Are there coins or VIP that would be lost? */
  get hasLosses(): boolean {
    return this.closing !== undefined && (this.closing.coins > 0 || this.closing.vip);
  }

  get isReady(): boolean {
    return this.agreed && (this.forfeit || !this.hasLosses) && this.proof?.isGiven === true && !this.isClosing;
  }

  get proofProblem(): string | undefined {
    const { refusal } = this;
    if (refusal === undefined) return undefined;
    return refusal.problems.find(({ field }) => field === 'password')?.message ?? refusal.message;
  }

  async load(): Promise<void> {
    this.failure = undefined;
    try {
      const closing = await this.#api.call(readClosing);
      runInAction(() => {
        this.closing = closing;
        this.proof = new ProofStore(this.#code, closing);
      });
    } catch (thrown) {
      runInAction(() => (this.failure = asFailure(thrown)));
    }
  }

  agree(agreed: boolean): void {
    this.agreed = agreed;
  }

  letGo(forfeit: boolean): void {
    this.forfeit = forfeit;
  }

  because(reason: ClosingReason | ''): void {
    this.reason = reason;
  }

  /** True when the account is closed. */
  async close(): Promise<boolean> {
    if (!this.isReady || !this.proof) return false;
    this.isClosing = true;
    this.refusal = undefined;
    const { forfeit, reason, proof } = this;
    try {
      const body = { ...proof.proof, ...(forfeit && { forfeit }), ...(reason !== '' && { reason }) };
      await this.#api.call(closeAccount, { body });
      return true;
    } catch (thrown) {
      runInAction(() => (this.refusal = asFailure(thrown)));
      return false;
    } finally {
      runInAction(() => (this.isClosing = false));
    }
  }
}
