import { makeAutoObservable, runInAction } from 'mobx';
import type { Action } from '#schemas/api/actions.ts';
import type { Profile } from '#schemas/api/session.ts';
import { readProfile, signOut } from '#schemas/generated/api/session.ts';
import { FAILURES } from '#shared/errors.ts';
import { profileActor } from '#shared/policy/actor.ts';
import { decide } from '#shared/policy/decide.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure } from '#client/lib/api-failure.ts';
import { endsSession } from '#client/lib/session-codes.ts';
import { ALONE, type SessionTabs } from '#client/lib/session-tabs.ts';

/**
 * Who is at the screen. `unknown` until the server has said so; `expired` when it refused a session; `lacksFactor` while staff
 * have yet to set up a second factor, and are as visitors in all else.
 */
export type SessionStatus = 'unknown' | 'anonymous' | 'lacksFactor' | 'signedIn' | 'expired';

/** The session of this browser; the cookie is the truth, this is what it said last. */
export class SessionStore {
  status: SessionStatus = 'unknown';
  profile: Profile | undefined;
  /** Who has yet to set up a second factor. */
  newcomer: Profile | undefined;
  /** Why the session ended, in the server's words. */
  endedBecause: string | undefined;
  /** How often a user has signed out here or in another tab; each time the landing page is where to go. */
  departures = 0;
  /** The person is signing out: a refusal of the session is what was asked for. */
  #isLeaving = false;
  readonly #api: Api;
  readonly #tabs: SessionTabs;

  constructor(api: Api, tabs: SessionTabs = ALONE) {
    this.#api = api;
    this.#tabs = tabs;
    makeAutoObservable(this);
    tabs.hear((uid) => this.hear(uid));
  }

  get isSignedIn(): boolean {
    return this.status === 'signedIn';
  }

  /** May the signed-in user do this at all? The server decides; screens offer what it will allow. */
  may(action: Action): boolean {
    return this.profile !== undefined && decide(profileActor(this.profile), action) === null;
  }

  /** Asks the server who this is. A session that is over is reported as such; any other failure means that no user is known as yet. */
  async load(): Promise<void> {
    try {
      this.receive(await this.#api.call(readProfile));
    } catch (thrown) {
      const { code, message } = asFailure(thrown);
      // A visitor never had a session, so its end is no news.
      if (endsSession(code) && code !== FAILURES.SESSION_INVALID.code) this.expire(message);
      else this.clear();
    }
  }

  /** Asks again what the server knows of the user, after something changed it; what is known stays where there is no answer. */
  async refresh(): Promise<void> {
    const profile = await this.#api.call(readProfile).catch(() => undefined);
    if (profile && this.isSignedIn) this.receive(profile);
  }

  /** A user proved who they are, in this tab: the others follow. */
  enter(profile: Profile): void {
    this.receive(profile);
    this.#tabs.tell(profile.uid);
  }

  /** The cookie says that a user signed in: the profile is loaded, and the other tabs follow. */
  async arrive(): Promise<void> {
    await this.load();
    if (this.profile) this.#tabs.tell(this.profile.uid);
  }

  /** Ends the session here and in the other tabs, even when the server cannot be reached. */
  async signOut(): Promise<void> {
    // Before the server ends it: a tab that asked meanwhile would take the refusal for an expiry and lead to the login.
    this.#tabs.tell(null);
    this.#isLeaving = true;
    try {
      await this.#api.call(signOut);
    } catch {
      // The cookie dies with its term; this browser forgets the person now.
    }
    this.#isLeaving = false;
    this.#leave();
  }

  /** Another tab says who is there now. What this tab knows of another user is forgotten before the new one is asked for. */
  hear(uid: string | null): void {
    if (uid === null) {
      if (this.isSignedIn || this.newcomer) this.#leave();
    } else if (uid !== this.profile?.uid) {
      this.profile = undefined;
      this.status = 'unknown';
      void this.load();
    }
  }

  /** What the server says about the person. */
  receive(profile: Profile): void {
    this.profile = profile.mustSetFactor ? undefined : profile;
    this.newcomer = profile.mustSetFactor ? profile : undefined;
    this.status = profile.mustSetFactor ? 'lacksFactor' : 'signedIn';
    this.endedBecause = undefined;
  }

  /** The server no longer accepts this session, or there never was one. */
  expire(message: string): void {
    if (this.#isLeaving) return;
    const because = this.status === 'expired' ? this.endedBecause : message;
    // To a visitor, who had no session, no end of one is news.
    const isNews = this.status !== 'anonymous';
    this.clear();
    this.status = 'expired';
    this.endedBecause = isNews ? because : undefined;
  }

  /** No user is signed in any more. */
  clear(): void {
    this.profile = undefined;
    this.newcomer = undefined;
    this.status = 'anonymous';
    this.endedBecause = undefined;
  }

  #leave(): void {
    runInAction(() => {
      this.clear();
      this.departures += 1;
    });
  }
}
