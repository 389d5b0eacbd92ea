import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { FactorDemand } from '#schemas/api/second-factor.ts';
import { passFactor } from '#schemas/generated/api/second-factor.ts';
import type { Profile } from '#schemas/api/session.ts';
import { FAILURES } from '#shared/errors.ts';
import type { Api } from '#client/lib/api.ts';
import { type ApiFailure, asFailure } from '#client/lib/api-failure.ts';
import { Mutation } from '#client/lib/mutation.ts';
import { SIGNED_IN } from './signed-in.ts';

interface FactorStepDeps {
  readonly api: Api;
  readonly session: { readonly enter: (profile: Profile) => void };
  /** Says a word that outlives this screen. */
  readonly say: (text: string) => void;
}

/** The second step of a sign-in, by whatever way the first was made. */
export class FactorStep {
  /** Replaces the first step; undefined while no sign-in waits. */
  ticket: string | undefined;
  /** Why the first step must be made again. */
  over: ApiFailure | undefined;
  readonly attempt = new Mutation();
  readonly #parts: FactorStepDeps;

  constructor(parts: FactorStepDeps) {
    this.#parts = parts;
    makeAutoObservable(this, { over: observableRef }, { autoBind: true });
  }

  /** Whether a failure of the first step asks for the second, which is then what waits. */
  receive(thrown: unknown): boolean {
    const { code, data } = asFailure(thrown);
    if (code !== FAILURES.FACTOR_REQUIRED.code) return false;
    this.ticket = (data as FactorDemand).ticket;
    this.over = undefined;
    this.attempt.clear();
    return true;
  }

  /** The first step is made again: why it had to be is no news any more. */
  restart(): void {
    this.over = undefined;
  }

  /** Goes back to the first step. */
  leave(): void {
    this.ticket = undefined;
    this.attempt.clear();
  }

  async pass(code: string): Promise<void> {
    const { api, session, say } = this.#parts;
    const { ticket } = this;
    if (ticket === undefined) return;
    await this.attempt.run(
      () => api.call(passFactor, { body: { ticket, code } }),
      (profile) => {
        this.ticket = undefined;
        session.enter(profile);
        say(SIGNED_IN);
      },
    );
    const { failure } = this.attempt;
    if (failure?.code === FAILURES.SIGN_IN_REFUSED.code)
      runInAction(() => {
        this.over = failure;
        this.leave();
      });
  }
}
