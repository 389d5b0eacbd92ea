import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { StaffUserDetail } from '#schemas/api/staff.ts';
import {
  freezeUser,
  grantUserCoins,
  grantUserVip,
  readUser,
  revealPhone,
  setStaffRole,
  unfreezeUser,
} from '#schemas/generated/api/staff.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure, type ApiFailure } from '#client/lib/api-failure.ts';

/** What can be done to an account from its panel. */
export type UserDeed = 'phone' | 'freeze' | 'unfreeze' | 'vip' | 'coins' | 'makeStaff' | 'endStaff';

/** What the dialog of a deed gathers. `amount` is days or coins; `key` names this deed, so that twice is once. */
export interface DeedInput {
  readonly reason: string;
  readonly amount: number;
  readonly key: string;
}

/** One account on the panel. */
export class UserStore {
  readonly uid: string;
  user: StaffUserDetail | undefined;
  failure: ApiFailure | undefined;
  /** The whole number, once it was asked for; it is gone with the panel. */
  phone: string | undefined;
  /** A deed is on its way, or why the last one did not come about. */
  isActing = false;
  refusal: ApiFailure | undefined;
  readonly #api: Api;
  readonly #changed: (user: StaffUserDetail) => void;

  constructor(api: Api, uid: string, changed: (user: StaffUserDetail) => void) {
    this.#api = api;
    this.uid = uid;
    this.#changed = changed;
    makeAutoObservable(
      this,
      { user: observableRef, failure: observableRef, refusal: observableRef },
      { autoBind: true },
    );
  }

  async load(): Promise<void> {
    this.failure = undefined;
    try {
      const user = await this.#api.call(readUser, { params: { uid: this.uid } });
      runInAction(() => (this.user = user));
    } catch (thrown) {
      runInAction(() => (this.failure = asFailure(thrown)));
    }
  }

  /** Does it; true when it is done. */
  async act(deed: UserDeed, input: DeedInput): Promise<boolean> {
    if (this.isActing) return false;
    this.isActing = true;
    this.refusal = undefined;
    try {
      const user = deed === 'phone' ? await this.#reveal(input.reason) : await this.#send(deed, input);
      if (user) this.#changed(user);
      runInAction(() => (this.user = user ?? this.user));
      return true;
    } catch (thrown) {
      runInAction(() => (this.refusal = asFailure(thrown)));
      return false;
    } finally {
      runInAction(() => (this.isActing = false));
    }
  }

  forgetRefusal(): void {
    this.refusal = undefined;
  }

  async #reveal(reason: string): Promise<undefined> {
    const { phone } = await this.#api.call(revealPhone, { params: { uid: this.uid }, body: { reason } });
    runInAction(() => (this.phone = phone));
  }

  #send(deed: Exclude<UserDeed, 'phone'>, { reason, amount, key }: DeedInput): Promise<StaffUserDetail> {
    const params = { uid: this.uid };
    switch (deed) {
      case 'freeze':
        return this.#api.call(freezeUser, { params, body: { reason } });
      case 'unfreeze':
        return this.#api.call(unfreezeUser, { params, body: { reason } });
      case 'vip':
        return this.#api.call(grantUserVip, { params, body: { days: amount, reason, clientKey: key } });
      case 'coins':
        return this.#api.call(grantUserCoins, { params, body: { amount, reason, clientKey: key } });
      case 'makeStaff':
      case 'endStaff':
        return this.#api.call(setStaffRole, { params, body: { staff: deed === 'makeStaff', reason } });
    }
  }
}
