import { makeAutoObservable, runInAction } from 'mobx';
import { readProfile, signIn, signOut, type Profile } from '#schemas/api/session.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure, type ApiFailure } from '#client/lib/api-failure.ts';

/** Who is at the screen. `unknown` until the server has said so once; `expired` when it refused a session. */
export type SessionStatus = 'unknown' | 'anonymous' | 'signedIn' | 'expired';

/** The session of this browser; the cookie is the truth, this is what it said last. */
export class SessionStore {
  status: SessionStatus = 'unknown';
  profile: Profile | undefined;
  /** True while a sign-in is on its way. */
  signingIn = false;
  /** Why the last sign-in was refused. */
  failure: ApiFailure | undefined;
  /** Why the session ended, in the server's words. */
  endedBecause: string | undefined;
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
    makeAutoObservable(this);
  }

  get isSignedIn(): boolean {
    return this.status === 'signedIn';
  }

  /** Asks the server who this is. A failure of any kind means: nobody, as yet. */
  async load(): Promise<void> {
    try {
      this.receive(await this.#api.call(readProfile));
    } catch {
      this.clear();
    }
  }

  /** Signs in by password. The reason of a refusal is kept in `failure`. */
  async signIn(username: string, password: string): Promise<void> {
    if (this.signingIn) return;
    this.signingIn = true;
    this.failure = undefined;
    try {
      this.receive(await this.#api.call(signIn, { body: { username, password, type: 'password' } }));
    } catch (thrown) {
      runInAction(() => (this.failure = asFailure(thrown)));
    } finally {
      runInAction(() => (this.signingIn = false));
    }
  }

  /** Ends the session here even when the server cannot be reached. */
  async signOut(): Promise<void> {
    try {
      await this.#api.call(signOut);
    } catch {
      // The cookie dies with its term; this browser forgets the person now.
    }
    this.clear();
  }

  /** What the server says about the person. */
  receive(profile: Profile): void {
    this.profile = profile;
    this.status = 'signedIn';
    this.endedBecause = undefined;
  }

  /** The server no longer accepts this session, or there never was one. */
  expire(message: string): void {
    this.clear();
    this.status = 'expired';
    this.endedBecause = message;
  }

  /** Nobody is signed in any more. */
  clear(): void {
    this.profile = undefined;
    this.status = 'anonymous';
  }
}
