import { observable, runInAction } from 'mobx';
import type { ChatUser } from '#schemas/api/chat.ts';
import { setTop, switchDisturbing } from '#schemas/generated/api/chat.ts';
import type { Api } from '#client/lib/api.ts';

/** What can be switched: pinned, blocked, muted. */
export type Switches = Partial<Pick<ChatUser, 'top' | 'screen' | 'disturb'>>;

/** Switches that the user pressed and that the list does not show yet. They win over what it says. */
export class ListSwitches {
  readonly #api: Api;
  readonly #pressed = observable.map<string, Switches>({}, { deep: false });

  constructor(api: Api) {
    this.#api = api;
  }

  /** A row of the list as it is shown. Observable. */
  shown(user: ChatUser): ChatUser {
    return { ...user, ...this.#pressed.get(user.uid) };
  }

  /**
   * Switches, shown at once; undone where it fails, as the thrown failure says.
   * @param told resolves when the list confirms it
   */
  async press(uid: string, change: Switches, told: () => Promise<void>): Promise<void> {
    runInAction(() => this.#pressed.set(uid, { ...this.#pressed.get(uid), ...change }));
    try {
      await this.#call(uid, change);
      await told();
    } finally {
      const rest = Object.entries(this.#pressed.get(uid) ?? {}).filter(([name]) => !(name in change));
      runInAction(() => this.#pressed.set(uid, Object.fromEntries(rest)));
    }
  }

  clear(): void {
    runInAction(() => this.#pressed.clear());
  }

  async #call(uid: string, { top, screen, disturb }: Switches): Promise<void> {
    const actionOf = (isOn: boolean) => (isOn ? 1 : 0);
    if (top !== undefined) await this.#api.call(setTop, { body: { uid, action: actionOf(top) } });
    if (screen !== undefined)
      await this.#api.call(switchDisturbing, { body: { uid, type: 'SCREEN', action: actionOf(screen) } });
    if (disturb !== undefined)
      await this.#api.call(switchDisturbing, { body: { uid, type: 'MSG', action: actionOf(disturb) } });
  }
}
