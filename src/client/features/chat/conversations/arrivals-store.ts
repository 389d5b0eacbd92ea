import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { type ChatUser } from '#schemas/api/chat.ts';
import { syncChat } from '#schemas/generated/api/chat.ts';
import { readChatSettings } from '#schemas/generated/api/chat-settings.ts';
import type { Api } from '#client/lib/api.ts';
import type { StreamEvent } from '#client/lib/events.ts';
import { SingleFlight } from '#client/features/chat/base/single-flight.ts';
import { lastContentLabel } from './last-content.ts';

/** A private message that came while the room was closed. */
export interface Arrival {
  readonly uid: string;
  /** Number of the message in its conversation. */
  readonly seq: number;
  readonly name: string;
  /** The message in one line. */
  readonly words: string;
}

export interface ArrivalDeps {
  readonly api: Api;
  /** The room is open: a message is seen there. */
  readonly isRoomOpen: () => boolean;
  /** Makes the sound of a new message. */
  readonly ring: () => void;
}

/**
 * New private messages while the room is closed, of users who are neither muted nor blocked. A hint says that something
 * changed; who wrote comes from the list, once for each message.
 */
export class ArrivalsStore {
  /** The latest one, until it is dismissed. */
  latest: Arrival | undefined;
  readonly #deps: ArrivalDeps;
  readonly #looking = new SingleFlight(() => this.#look());
  /** Revision of the list up to which messages were looked at; undefined before the first hint. */
  #since: bigint | undefined;
  /** The newest message of each user that was signalled, by number. */
  readonly #signalled = new Map<string, number>();
  /** Counts changes of user, so that no user hears of messages to another. */
  #turn = 0;

  constructor(deps: ArrivalDeps) {
    this.#deps = deps;
    makeAutoObservable(this, { latest: observableRef }, { autoBind: true });
  }

  receive(event: StreamEvent): void {
    if (event.type !== 'chat.changed') return;
    const rev = BigInt(event.rev);
    // A hint to every user names no revision.
    if (this.#since === undefined && rev > 0n) this.#since = rev - 1n;
    if (this.#since !== undefined && event.message?.sent !== true) void this.#looking.run();
  }

  dismiss(): void {
    this.latest = undefined;
  }

  /** The session ended. */
  forget(): void {
    this.#turn += 1;
    this.#since = undefined;
    this.#signalled.clear();
    this.latest = undefined;
  }

  async #look(): Promise<void> {
    const turn = this.#turn;
    const since = this.#since;
    if (since === undefined) return;
    try {
      const { list, rev } = await this.#deps.api.call(syncChat, { query: { since: String(since) } });
      if (turn !== this.#turn) return;
      this.#since = BigInt(rev);
      const fresh = list.filter((row) => this.#isNews(row));
      for (const { uid, lastSeq } of list) this.#signalled.set(uid, lastSeq);
      const row = fresh.at(-1);
      if (!row || this.#deps.isRoomOpen()) return;
      const { disturb } = await this.#deps.api.call(readChatSettings);
      if (turn === this.#turn && !disturb) runInAction(() => this.#signal(row));
    } catch {
      // The count of unread messages still says that there is one; the next hint looks again.
    }
  }

  #isNews({ uid, sent, unread, disturb, screen, lastSeq, lastChatBeBack }: ChatUser): boolean {
    return !sent && unread > 0 && !disturb && !screen && !lastChatBeBack && lastSeq > (this.#signalled.get(uid) ?? 0);
  }

  #signal(row: ChatUser): void {
    this.latest = { uid: row.uid, seq: row.lastSeq, name: row.name, words: lastContentLabel(row) };
    this.#deps.ring();
  }
}
