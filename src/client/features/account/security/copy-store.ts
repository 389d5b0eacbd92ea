import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { myData } from '#schemas/generated/api/profile.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure, type ApiFailure } from '#client/lib/api-failure.ts';
import type { ProofStore } from './proof-store.ts';

interface CopyParts {
  readonly api: Api;
  readonly proof: ProofStore;
  /** Puts the file on the disk. */
  readonly save: (name: string, text: string) => void;
}

/** The copy of one's own data: it holds what the screens mask, so the owner is proved before it is made. */
export class CopyStore {
  isLoading = false;
  hasTried = false;
  failure: ApiFailure | undefined;
  readonly proof: ProofStore;
  readonly #parts: CopyParts;

  constructor(parts: CopyParts) {
    this.#parts = parts;
    this.proof = parts.proof;
    makeAutoObservable(this, { proof: false, failure: observableRef }, { autoBind: true });
  }

  /** What is wrong with the password or the code. */
  get problem(): string | undefined {
    if (this.hasTried && !this.proof.isGiven)
      return this.proof.way === 'password' ? '请输入登录密码' : '请输入 6 位验证码';
    return this.failure?.problems[0]?.message ?? this.failure?.message;
  }

  /** True when the file was saved. */
  async load(): Promise<boolean> {
    this.hasTried = true;
    this.failure = undefined;
    if (this.isLoading || !this.proof.isGiven) return false;
    this.isLoading = true;
    try {
      const { name, text } = await this.#parts.api.call(myData, { body: this.proof.proof });
      this.#parts.save(name, text);
      runInAction(() => {
        this.hasTried = false;
        this.proof.forget();
      });
      return true;
    } catch (thrown) {
      runInAction(() => (this.failure = asFailure(thrown)));
      return false;
    } finally {
      runInAction(() => (this.isLoading = false));
    }
  }
}
