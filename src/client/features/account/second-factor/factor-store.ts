import { makeAutoObservable, observableRef } from 'mobx';
import type { FactorState } from '#schemas/api/second-factor.ts';
import {
  beginFactor,
  confirmFactor,
  endFactor,
  readFactor,
  renewRecoveryCodes,
} from '#schemas/generated/api/second-factor.ts';
import type { Api } from '#client/lib/api.ts';
import { Loadable } from '#client/lib/loadable.ts';
import { Mutation } from '#client/lib/mutation.ts';
import type { ProofStore } from '#client/features/account/security/proof-store.ts';

/** What is open: proving to be the owner, the picture to scan, the codes to keep, or what else a code is asked for. */
export type FactorStage = 'rest' | 'prove' | 'scan' | 'codes' | 'renew' | 'end';

const DIGITS = 6;

/** The second factor of one's own account. */
export class FactorStore {
  stage: FactorStage = 'rest';
  /** A code of the app or a recovery code, as typed. */
  code = '';
  /** The new secret, to be typed and as a picture. */
  begun: { readonly secret: string; readonly svg: string } | undefined;
  recoveryCodes: readonly string[] = [];
  /** Problems are shown from the first try on. */
  hasTried = false;
  readonly state: Loadable<FactorState>;
  readonly act = new Mutation();
  readonly proof: ProofStore;
  readonly #api: Api;

  constructor(api: Api, proof: ProofStore) {
    this.#api = api;
    this.proof = proof;
    this.state = new Loadable(() => api.call(readFactor));
    makeAutoObservable(this, { proof: false, begun: observableRef, recoveryCodes: observableRef }, { autoBind: true });
  }

  get isOn(): boolean {
    return this.state.value?.isOn === true;
  }

  /** A code is asked for at this stage. */
  get asksCode(): boolean {
    return (
      this.stage === 'scan' || this.stage === 'renew' || this.stage === 'end' || (this.stage === 'prove' && this.isOn)
    );
  }

  /** The password or a code by SMS is asked for at this stage. */
  get asksProof(): boolean {
    return this.stage === 'prove' || this.stage === 'end';
  }

  get codeProblem(): string | undefined {
    if (!this.asksCode) return undefined;
    if (this.hasTried && this.code.replace(/[\s-]/g, '').length < DIGITS) return '请输入 6 位动态验证码';
    return this.#said('code');
  }

  get proofProblem(): string | undefined {
    if (!this.asksProof) return undefined;
    if (this.hasTried && !this.proof.isGiven)
      return this.proof.way === 'password' ? '请输入登录密码' : '请输入 6 位短信验证码';
    const { failure } = this.act;
    return this.#said('password') ?? (failure?.problems.length === 0 ? failure.message : undefined);
  }

  /** Why the last try was refused, where no field says so. */
  get refusal(): string | undefined {
    const { failure } = this.act;
    return this.asksProof || failure?.problems.length !== 0 ? undefined : failure.message;
  }

  open(stage: FactorStage): void {
    this.stage = stage;
    this.code = '';
    this.hasTried = false;
    this.act.clear();
    this.proof.forget();
    if (stage !== 'scan') this.begun = undefined;
    if (stage !== 'codes') this.recoveryCodes = [];
  }

  type(text: string): void {
    this.code = text;
    this.act.clear();
  }

  /** Does what this stage is for. True when it was done. */
  async submit(): Promise<boolean> {
    this.hasTried = true;
    this.act.clear();
    if (this.codeProblem !== undefined || this.proofProblem !== undefined) return false;
    if (this.stage === 'prove') return this.#begin();
    if (this.stage === 'end') return this.#end();
    return this.#takeCodes(this.stage === 'scan' ? confirmFactor : renewRecoveryCodes);
  }

  #begin(): Promise<boolean> {
    const body = { ...this.proof.proof, ...(this.isOn && { code: this.code }) };
    return this.act.run(
      () => this.#api.call(beginFactor, { body }),
      (begun) => {
        this.open('scan');
        this.begun = begun;
      },
    );
  }

  async #takeCodes(route: typeof confirmFactor | typeof renewRecoveryCodes): Promise<boolean> {
    const isDone = await this.act.run(
      () => this.#api.call(route, { body: { code: this.code } }),
      ({ recoveryCodes }) => {
        this.open('codes');
        this.recoveryCodes = recoveryCodes;
      },
    );
    if (isDone) await this.state.load();
    return isDone;
  }

  async #end(): Promise<boolean> {
    const isDone = await this.act.run(
      () => this.#api.call(endFactor, { body: { ...this.proof.proof, code: this.code } }),
      () => this.open('rest'),
    );
    if (isDone) await this.state.load();
    return isDone;
  }

  #said(field: string): string | undefined {
    return this.act.failure?.problems.find((problem) => problem.field === field)?.message;
  }
}
