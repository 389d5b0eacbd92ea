import { observable, runInAction } from 'mobx';
import type { ChatUser } from '#schemas/api/chat.ts';
import type { Api } from '#client/lib/api.ts';
import { ListSwitches, type Switches } from './list-switches.ts';
import { sortedUsers, type UserRow } from './sorted-users.ts';

/** The rows of the list as answers brought them, in whatever order these came, and what was pressed here above them. */
export class InmailRows {
  readonly #rows = observable.map<string, UserRow>({}, { deep: false });
  readonly #switches: ListSwitches;

  constructor(api: Api) {
    this.#switches = new ListSwitches(api);
  }

  /** One contact of these. Observable. */
  user(uid: string): ChatUser | undefined {
    const row = this.#rows.get(uid);
    return row && this.#switches.shown(row.user);
  }

  /** Sorted; without those whose last message is older than `end`, unless they are pinned. Observable. */
  sorted(end: string | undefined): readonly ChatUser[] {
    const oldest = end === undefined ? Number.NEGATIVE_INFINITY : Date.parse(end);
    const users = [...this.#rows.keys()].flatMap((uid) => this.user(uid) ?? []);
    return sortedUsers(users.filter(({ top, timeStamp }) => top || Date.parse(timeStamp) >= oldest));
  }

  /** Takes rows of an answer; one that a later answer brought stays. */
  take(list: readonly ChatUser[], asOf: bigint): void {
    for (const user of list) {
      const known = this.#rows.get(user.uid);
      if (!known || known.asOf <= asOf) this.#rows.set(user.uid, { user, asOf });
    }
  }

  /** Takes what was read here, unless more is known as read. */
  takeMark(uid: string, unread: number, readSeq: number): void {
    const row = this.#rows.get(uid);
    if (row && row.user.readSeq <= readSeq) this.#change(uid, { unread, readSeq });
  }

  /**
   * Switches, shown at once; undone where it fails, as the thrown failure says.
   * @param told resolves when the list confirms it; false where the list is no longer shown
   */
  async press(uid: string, change: Switches, told: () => Promise<boolean>): Promise<void> {
    await this.#switches.press(uid, change, async () => {
      if (await told()) runInAction(() => this.#change(uid, change));
    });
  }

  /** Forgets the rows, and not what was pressed. */
  startOver(): void {
    this.#rows.clear();
  }

  clear(): void {
    this.startOver();
    this.#switches.clear();
  }

  #change(uid: string, change: Partial<ChatUser>): void {
    const row = this.#rows.get(uid);
    if (row) this.#rows.set(uid, { ...row, user: { ...row.user, ...change } });
  }
}
