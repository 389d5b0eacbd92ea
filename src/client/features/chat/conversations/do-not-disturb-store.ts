import { makeAutoObservable, runInAction } from 'mobx';
import { readChatSettings } from '#schemas/generated/api/chat-settings.ts';
import type { Api } from '#client/lib/api.ts';

/** Whether the user mutes new messages from everyone. Asked again whenever the room opens. */
export class DoNotDisturbStore {
  isOn = false;
  readonly #api: Api;
  /** Counts changes of user, so that no user receives an answer about another. */
  #turn = 0;

  constructor(api: Api) {
    this.#api = api;
    makeAutoObservable(this);
  }

  async load(): Promise<void> {
    const turn = this.#turn;
    try {
      const { disturb } = await this.#api.call(readChatSettings);
      if (turn === this.#turn) runInAction(() => (this.isOn = disturb));
    } catch {
      // It stays as it was last known.
    }
  }

  forget(): void {
    this.#turn += 1;
    this.isOn = false;
  }
}
