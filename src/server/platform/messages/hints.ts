import { randomUUID } from 'node:crypto';
import type { ChatMessage } from '#schemas/api/chat.ts';
import type { Database } from '#server/db/database.ts';
import type { EventBus } from '#server/platform/events/event-bus.ts';
import type { RecordHint } from '#server/platform/events/record-hints.ts';
import { notifyHints } from './queries.ts';

const CHANNEL = 'jingtu_chat';
/** Hints of this long, in milliseconds, travel together: a NOTIFY for each would halve what the database can write. */
const GATHER_MS = 10;
/** A payload must stay below 8,000 bytes. */
const MAX_PAYLOAD = 7_500;
const ANY_REV = '0';

/** Something about the list of one user changed; `rev` is the revision of that list after it. */
export interface ChatHint {
  readonly uid: string;
  readonly rev: string;
  /** With whom, and the message as that person sees it, where it is at hand. */
  readonly peer?: string;
  readonly message?: ChatMessage;
}

/**
 * What processes send each other: the sender, people with their cursors, people with notices (null = everybody), objects
 * whose records staff changed, and records that screens of any user may show.
 */
interface Told {
  readonly from: string;
  readonly chat: readonly (readonly [uid: string, rev: string])[];
  readonly notices: readonly (string | null)[];
  readonly objects: readonly string[];
  readonly records: readonly RecordHint[];
}

/**
 * Notifies open screens that there is something to fetch: those of this process at once, those of others by a NOTIFY
 * that is batched for some milliseconds. A hint that is lost costs nothing but time, as the cursor is the truth. Hints
 * about what replicas may be asked for wait until each one in use has it: users who ask after them find it, whichever process
 * and replica answer.
 */
export class ChatHints {
  readonly #database: Database;
  readonly #bus: EventBus;
  readonly #process = randomUUID();
  #chat = new Map<string, string>();
  #notices = new Set<string | null>();
  #objects = new Set<string>();
  #records: RecordHint[] = [];
  #timer: NodeJS.Timeout | undefined;
  /** How many hints went to other processes, and came from them. */
  readonly counts = { sent: 0, heard: 0 };

  constructor(database: Database, bus: EventBus) {
    this.#database = database;
    this.#bus = bus;
  }

  /** Begins to listen to other processes; after a lost connection every client here is asked to fetch. */
  async begin(): Promise<void> {
    await this.#database.listen(
      CHANNEL,
      async (payload) => this.#receive(JSON.parse(payload) as Told),
      async () => {
        this.#bus.publishToEach(() => ({ type: 'chat.changed', rev: ANY_REV }));
        this.#bus.publish({ type: 'notice.changed' });
      },
    );
  }

  /** Call after the commit. */
  tell(hints: readonly ChatHint[]): void {
    for (const { uid, rev, peer, message } of hints) {
      this.#bus.publishTo(uid, {
        type: 'chat.changed',
        rev,
        ...(peer !== undefined && { uid: peer }),
        ...(message && { message }),
      });
      this.#chat.set(uid, rev);
    }
    this.#gather();
  }

  /** There is a new notice: for one user, or (null) for all that it is addressed to. */
  announceNotice(uid: string | null): void {
    this.#onceReadable(() => this.#hearNotice(uid));
    this.#notices.add(uid);
    this.#gather();
  }

  /** Staff changed records of these system objects. */
  announceRecords(objectApiNames: readonly string[]): void {
    this.#onceReadable(() => this.#hearRecords(objectApiNames));
    for (const apiName of objectApiNames) this.#objects.add(apiName);
    this.#gather();
  }

  /** Records were written that screens of any user may show. */
  announceWritten(records: readonly RecordHint[]): void {
    this.#onceReadable(() => this.#bus.publishRecords(records));
    this.#records.push(...records);
    this.#gather();
  }

  /** Sends what waits; before the process ends. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#send();
  }

  #hearNotice(uid: string | null): void {
    if (uid === null) this.#bus.publish({ type: 'notice.changed' });
    else this.#bus.publishTo(uid, { type: 'notice.changed' });
  }

  #hearRecords(objectApiNames: readonly string[]): void {
    for (const objectApiName of objectApiNames) this.#bus.publishToStaff({ type: 'records.changed', objectApiName });
  }

  #receive({ from, chat, notices, objects, records }: Told): void {
    if (from === this.#process) return;
    this.counts.heard += chat.length + notices.length + objects.length + records.length;
    for (const [uid, rev] of chat) this.#bus.publishTo(uid, { type: 'chat.changed', rev });
    if (notices.length + objects.length + records.length === 0) return;
    this.#onceReadable(() => {
      for (const uid of notices) this.#hearNotice(uid);
      this.#hearRecords(objects);
      this.#bus.publishRecords(records);
    });
  }

  #onceReadable(publish: () => void): void {
    const { replicas } = this.#database;
    if (replicas) void replicas.caughtUp().then(publish);
    else publish();
  }

  #gather(): void {
    if (this.#database.kind === 'embedded') {
      this.#chat.clear();
      this.#notices.clear();
      this.#objects.clear();
      this.#records = [];
      return;
    }
    this.#timer ??= setTimeout(() => void this.#send(), GATHER_MS);
  }

  async #send(): Promise<void> {
    this.#timer = undefined;
    const chat = [...this.#chat];
    const notices = [...this.#notices];
    const objects = [...this.#objects];
    this.#chat = new Map();
    this.#notices = new Set();
    this.#objects = new Set();
    const records = this.#records;
    this.#records = [];
    this.counts.sent += chat.length + notices.length + objects.length + records.length;
    const payloads = inPayloads({ from: this.#process, chat, notices, objects, records });
    // The next fetch finds what was not announced.
    await Promise.all(
      payloads.map((payload) => notifyHints(this.#database.db, CHANNEL, payload).catch(() => undefined)),
    );
  }
}

/** As few payloads as the limit allows; none when there is nothing to announce. */
function inPayloads({ from, chat, notices, objects, records }: Told): string[] {
  if ([chat, notices, objects, records].every((list) => list.length === 0)) return [];
  const payload = JSON.stringify({ from, chat, notices, objects, records });
  if (payload.length <= MAX_PAYLOAD) return [payload];
  const half = (list: readonly unknown[]) => Math.ceil(list.length / 2);
  const part = <T>(list: readonly T[], isFirst: boolean) =>
    isFirst ? list.slice(0, half(list)) : list.slice(half(list));
  return [true, false].flatMap((isFirst) =>
    inPayloads({
      from,
      chat: part(chat, isFirst),
      notices: part(notices, isFirst),
      objects: isFirst ? objects : [],
      records: part(records, isFirst),
    }),
  );
}
