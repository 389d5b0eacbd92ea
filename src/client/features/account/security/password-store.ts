import { makeAutoObservable } from 'mobx';
import { changePassword } from '#schemas/generated/api/passport.ts';
import { passwordProblem } from '#shared/validation/password-rules.ts';
import type { Api } from '#client/lib/api.ts';
import { Mutation } from '#client/lib/mutation.ts';
import type { ProofStore } from './proof-store.ts';

/** Setting one's own password. */
export class PasswordStore {
  passwd = '';
  again = '';
  readonly saving = new Mutation();
  /** Problems are shown from the first try on. */
  hasTried = false;
  readonly proof: ProofStore;
  readonly #api: Api;
  readonly #owner: { readonly username: string };

  constructor(api: Api, proof: ProofStore, owner: { readonly username: string }) {
    this.#api = api;
    this.proof = proof;
    this.#owner = owner;
    makeAutoObservable(this, { proof: false }, { autoBind: true });
  }

  /** What is wrong with the new password; the server has the last word. */
  get newProblem(): string | undefined {
    if (!this.hasTried) return undefined;
    return passwordProblem(this.passwd, this.#owner) ?? this.#said('passwd');
  }

  get againProblem(): string | undefined {
    return this.hasTried && this.passwd !== this.again ? '两次输入的密码不一致' : undefined;
  }

  /** What the server said about the old password or the code. */
  get proofProblem(): string | undefined {
    if (this.hasTried && !this.proof.isGiven)
      return this.proof.way === 'password' ? '请输入原密码' : '请输入 6 位验证码';
    const { failure } = this.saving;
    return this.#said('password') ?? (failure?.problems.length === 0 ? failure.message : undefined);
  }

  setNew(text: string): void {
    this.passwd = text;
    this.saving.clear();
  }

  setAgain(text: string): void {
    this.again = text;
  }

  /** True when the password is set. */
  async save(): Promise<boolean> {
    this.hasTried = true;
    const stands = this.newProblem ?? this.againProblem;
    if (stands !== undefined || !this.proof.isGiven) return false;
    return this.saving.run(
      () => this.#api.call(changePassword, { body: { passwd: this.passwd, ...this.proof.proof } }),
      () => {
        this.passwd = '';
        this.again = '';
        this.hasTried = false;
        this.proof.forget();
      },
    );
  }

  #said(field: string): string | undefined {
    return this.saving.failure?.problems.find((problem) => problem.field === field)?.message;
  }
}
