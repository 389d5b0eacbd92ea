import { makeAutoObservable } from 'mobx';
import { myData } from '#schemas/generated/api/profile.ts';
import type { Api } from '#client/lib/api.ts';
import { Mutation } from '#client/lib/mutation.ts';
import type { ProofStore } from './proof-store.ts';

interface CopyDeps {
  readonly api: Api;
  readonly proof: ProofStore;
  /** Puts the file on the disk. */
  readonly save: (name: string, text: string) => void;
}

/** The copy of one's own data: it holds what the screens mask, so the owner is proved before it is made. */
export class CopyStore {
  readonly loading = new Mutation();
  hasTried = false;
  readonly proof: ProofStore;
  readonly #parts: CopyDeps;

  constructor(parts: CopyDeps) {
    this.#parts = parts;
    this.proof = parts.proof;
    makeAutoObservable(this, { proof: false }, { autoBind: true });
  }

  /** What is wrong with the password or the code. */
  get problem(): string | undefined {
    if (this.hasTried && !this.proof.isGiven)
      return this.proof.way === 'password' ? '请输入登录密码' : '请输入 6 位验证码';
    const { failure } = this.loading;
    return failure?.problems[0]?.message ?? failure?.message;
  }

  /** True when the file was saved. */
  async load(): Promise<boolean> {
    this.hasTried = true;
    this.loading.clear();
    if (!this.proof.isGiven) return false;
    return this.loading.run(
      () => this.#parts.api.call(myData, { body: this.proof.proof }),
      ({ name, text }) => {
        this.#parts.save(name, text);
        this.hasTried = false;
        this.proof.forget();
      },
    );
  }
}
