import { makeAutoObservable } from 'mobx';
import type { Closing, ClosingReason } from '#schemas/api/profile.ts';
import { closeAccount, readClosing } from '#schemas/generated/api/profile.ts';
import type { Api } from '#client/lib/api.ts';
import { Loadable } from '#client/lib/loadable.ts';
import { Mutation } from '#client/lib/mutation.ts';
import type { OwnCodeStore } from './own-code-store.ts';
import { ProofStore } from './proof-store.ts';

/** Closing the account: what it takes away, the proof, and the deed. */
export class ClosingStore {
  readonly terms: Loadable<Closing>;
  proof: ProofStore | undefined;
  readonly closing = new Mutation();
  reason: ClosingReason | '' = '';
  /** The person has read what goes, and lets coins and VIP go. */
  agreed = false;
  forfeit = false;
  readonly #api: Api;
  readonly #code: OwnCodeStore;

  constructor(api: Api, code: OwnCodeStore) {
    this.#api = api;
    this.#code = code;
    this.terms = new Loadable(
      () => api.call(readClosing),
      (terms) => (this.proof = new ProofStore(this.#code, terms)),
    );
    makeAutoObservable(this, {}, { autoBind: true });
  }

  /** Are there coins or VIP that would be lost? */
  get hasLosses(): boolean {
    const { value } = this.terms;
    return value !== undefined && (value.coins > 0 || value.vip);
  }

  get isReady(): boolean {
    return this.agreed && (this.forfeit || !this.hasLosses) && this.proof?.isGiven === true && !this.closing.isBusy;
  }

  get proofProblem(): string | undefined {
    const { failure } = this.closing;
    return failure?.problems.find(({ field }) => field === 'password')?.message ?? failure?.message;
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
    const { forfeit, reason, proof } = this;
    const body = { ...proof.proof, ...(forfeit && { forfeit }), ...(reason !== '' && { reason }) };
    return this.closing.run(() => this.#api.call(closeAccount, { body }));
  }
}
