import type { Device } from '#schemas/api/devices.ts';
import { endDevice, endOtherDevices, listDevices } from '#schemas/generated/api/devices.ts';
import type { Api } from '#client/lib/api.ts';
import { Loadable } from '#client/lib/loadable.ts';

/** Where the account is signed in. */
export class DevicesStore {
  readonly devices: Loadable<readonly Device[]>;
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
    this.devices = new Loadable(() => api.call(listDevices));
  }

  /** Signs one device out. Rejects with the failure where it is refused. */
  end = async (id: string): Promise<void> => this.devices.set(await this.#api.call(endDevice, { body: { id } }));

  /** Signs every device out but this one. Rejects with the failure where it is refused. */
  endOthers = async (): Promise<void> => this.devices.set(await this.#api.call(endOtherDevices));
}
