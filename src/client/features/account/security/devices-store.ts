import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Device } from '#schemas/api/devices.ts';
import { endDevice, endOtherDevices, listDevices } from '#schemas/generated/api/devices.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure, type ApiFailure } from '#client/lib/api-failure.ts';

/** Where the account is signed in. */
export class DevicesStore {
  list: readonly Device[] | undefined;
  failure: ApiFailure | undefined;
  /** Id of the session that is being ended, or `others`. */
  ending: string | undefined;
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
    makeAutoObservable(this, { list: observableRef, failure: observableRef });
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

  /** Signs one device out. Rejects with the failure where it is refused. */
  end = (id: string): Promise<void> => this.#end(id, () => this.#api.call(endDevice, { body: { id } }));

  /** Signs every device out but this one. Rejects with the failure where it is refused. */
  endOthers = (): Promise<void> => this.#end('others', () => this.#api.call(endOtherDevices));

  async #end(what: string, work: () => Promise<Device[]>): Promise<void> {
    if (this.ending !== undefined) return;
    this.ending = what;
    try {
      const list = await work();
      runInAction(() => (this.list = list));
    } finally {
      runInAction(() => (this.ending = undefined));
    }
  }
}
