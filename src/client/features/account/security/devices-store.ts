import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { type Device, endDevice, endOtherDevices, listDevices } from '#schemas/api/devices.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure, type ApiFailure } from '#client/lib/api-failure.ts';

/** Where the account is signed in. */
export class DevicesStore {
  list: readonly Device[] | undefined;
  failure: ApiFailure | undefined;
  /** Why the last one could not be signed out. */
  refusal: ApiFailure | undefined;
  /** Id of the session that is being ended, or `others`. */
  ending: string | undefined;
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
    makeAutoObservable(this, { list: observableRef, failure: observableRef, refusal: observableRef });
  }

  get hasOthers(): boolean {
    return this.list?.some(({ current }) => !current) === true;
  }

  load = async (): Promise<void> => {
    this.failure = undefined;
    try {
      const list = await this.#api.call(listDevices);
      runInAction(() => (this.list = list));
    } catch (thrown) {
      runInAction(() => (this.failure = asFailure(thrown)));
    }
  };

  /** Signs one device out; true when that is done. */
  end = (id: string): Promise<boolean> => this.#end(id, () => this.#api.call(endDevice, { body: { id } }));

  /** Signs every device out but this one; true when that is done. */
  endOthers = (): Promise<boolean> => this.#end('others', () => this.#api.call(endOtherDevices));

  async #end(what: string, work: () => Promise<Device[]>): Promise<boolean> {
    if (this.ending !== undefined) return false;
    this.ending = what;
    this.refusal = undefined;
    try {
      const list = await work();
      runInAction(() => (this.list = list));
      return true;
    } catch (thrown) {
      runInAction(() => (this.refusal = asFailure(thrown)));
      return false;
    } finally {
      runInAction(() => (this.ending = undefined));
    }
  }
}
