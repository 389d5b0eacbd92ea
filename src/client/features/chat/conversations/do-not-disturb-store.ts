import { makeAutoObservable, runInAction } from 'mobx';
import { readChatSettings } from '#schemas/generated/api/chat-settings.ts';
import type { Api } from '#client/lib/api.ts';

/** Whether the person wants to be told of no new message, whoever it is from. Asked anew whenever the room opens. */
export class DoNotDisturbStore {
  isOn = false;
  readonly #api: Api;
  /** Counts the people who were here, so that nobody hears an answer about another. */
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
