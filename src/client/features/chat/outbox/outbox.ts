import { makeAutoObservable } from 'mobx';
import type { Api } from '#client/lib/api.ts';
import type { Clock } from '#client/lib/clock.ts';
import type { ChatHost } from '#client/features/chat/base/chat-host.ts';
import { attempt, type Outcome } from './outbox-attempt.ts';
import { asWaiting, byOrder, type OutboxItem } from './outbox-item.ts';
import { OutboxLane } from './outbox-lane.ts';
import { OutboxRepository } from './outbox-repository.ts';
import type { SendReply } from './outbox-tabs.ts';
import { DAY_MS } from '#shared/time/durations.ts';

/** After so many milliseconds without an answer a message is tried no more by itself. */
const GIVEN_UP_MS = DAY_MS;

export interface OutboxDeps {
  readonly api: Api;
  readonly clock: Clock;
  readonly host: Pick<
    ChatHost,
    'storage' | 'hasDatabase' | 'locks' | 'openChannel' | 'isOnline' | 'onNetwork' | 'measure'
  >;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Uploads a picture; resolves to its address. */
  readonly upload: (file: File) => Promise<string>;
  /** A message to `uid` is stored on the server, sent by this tab or by another. */
  readonly delivered: (uid: string, reply: SendReply) => void;
}

/** What a conversation hands over. */
export type OutboxDraft = Pick<OutboxItem, 'clientId' | 'uid' | 'type' | 'content' | 'picture' | 'seenSeq'>;

/** The messages of one signed-in person that wait for their confirmation: to each person one after the other. */
export class Outbox {
  isOnline: boolean;
  readonly #parts: OutboxDeps;
  readonly #uid: string;
  readonly #repository: OutboxRepository;
  readonly #lanes = new Map<string, OutboxLane>();
  #stopHearing: () => void = () => undefined;
  #lastOrder = 0;

  /** @param uid whose messages they are. */
  constructor(parts: OutboxDeps, uid: string) {
    this.#parts = parts;
    this.#uid = uid;
    this.#repository = new OutboxRepository({ changed: (retried) => this.#wake(retried), delivered: parts.delivered });
    this.isOnline = parts.host.isOnline();
    makeAutoObservable(this, { of: false }, { autoBind: true });
  }

  /** Reads what was left, and sends it when this is the tab that sends. */
  async start(): Promise<void> {
    const { host } = this.#parts;
    this.#stopHearing = host.onNetwork(() => this.hearNetwork());
    await this.#repository.open(this.#uid, host);
  }

  /** Stops sending at sign-out. What waits stays stored, for the same user alone. */
  stop(): void {
    this.#stopHearing();
    for (const lane of this.#lanes.values()) lane.stop();
    this.#repository.close();
  }

  /** What waits for one person, in the order of sending. Observable. */
  of(uid: string): readonly OutboxItem[] {
    return [...this.#repository.items.values()].filter((item) => item.uid === uid).toSorted(byOrder);
  }

  /** Takes a message over: shown at once, sent when its turn comes. */
  add(draft: OutboxDraft): void {
    const now = this.#parts.now();
    this.#lastOrder = Math.max(now, this.#lastOrder + 1);
    this.#repository.keep({ ...draft, at: now, since: now, order: this.#lastOrder, state: 'waiting' });
    this.#lane(draft.uid).wake();
    if (draft.picture) void this.#measure(draft.clientId, draft.picture.file);
  }

  /** Tries one again now, whatever came of it before. */
  retry(clientId: string): void {
    const item = this.#repository.items.get(clientId);
    if (!item) return;
    this.#repository.keep(asWaiting(item, this.#parts.now()), { kind: 'changed', retried: item.uid });
    this.#lane(item.uid).flushNow();
  }

  /** Gives one up, or lets go of one that the server is known to have. */
  drop(clientId: string): void {
    const item = this.#repository.items.get(clientId);
    if (!item) return;
    this.#repository.drop(clientId);
    this.#lane(item.uid).wake();
  }

  /** Tries at once what waits for another attempt. */
  flushNow(): void {
    if (this.isOnline) for (const lane of this.#lanes.values()) lane.flushNow();
  }

  /** The network came or went. */
  hearNetwork(): void {
    this.isOnline = this.#parts.host.isOnline();
    this.flushNow();
  }

  #wake(retried?: string): void {
    for (const uid of new Set([...this.#repository.items.values()].map((item) => item.uid))) {
      if (uid === retried) this.#lane(uid).flushNow();
      else this.#lane(uid).wake();
    }
  }

  #lane(uid: string): OutboxLane {
    const known = this.#lanes.get(uid);
    if (known) return known;
    const lane = new OutboxLane({
      clock: this.#parts.clock,
      next: () => this.#next(uid),
      attempt: (item) => this.#attempt(item),
      settle: (item, outcome) => this.#settle(item, outcome),
    });
    this.#lanes.set(uid, lane);
    return lane;
  }

  /** The first that waits and is for this tab to send. What has waited too long waits no more. */
  #next(uid: string): OutboxItem | undefined {
    const end = this.#parts.now() - GIVEN_UP_MS;
    const waiting = this.of(uid).filter(
      ({ state, clientId }) => state === 'waiting' && this.#repository.mayTry(clientId),
    );
    for (const item of waiting) if (item.since <= end) this.#repository.keep({ ...item, state: 'unconfirmed' });
    return waiting.find(({ since }) => since > end);
  }

  #attempt(item: OutboxItem): Promise<Outcome> {
    const { api, upload, host } = this.#parts;
    return attempt(
      {
        api,
        isOnline: host.isOnline,
        upload,
        measure: (file) => this.#measure(item.clientId, file),
        uploaded: (content) => this.#change(item.clientId, { content }),
      },
      item,
    );
  }

  #settle({ clientId, uid }: OutboxItem, outcome: Outcome): void {
    if (outcome.kind === 'sent') {
      const { reply } = outcome;
      // First the message, then the end of its waiting: in between it would be nowhere.
      this.#parts.delivered(uid, reply);
      this.#repository.drop(clientId, { kind: 'sent', uid, reply });
    } else if (outcome.kind === 'refused') {
      const { reason, warning } = outcome;
      this.#change(clientId, { state: 'failed', reason, warning, isLost: false });
    } else if ((this.#repository.items.get(clientId)?.isLost ?? false) !== outcome.isLost) {
      this.#change(clientId, { isLost: outcome.isLost });
    }
  }

  async #measure(clientId: string, file: Blob): Promise<{ width: number; height: number } | undefined> {
    const size = await this.#parts.host.measure(file).catch(() => undefined);
    const picture = this.#repository.items.get(clientId)?.picture;
    if (size && picture && picture.width !== size.width) this.#change(clientId, { picture: { ...picture, ...size } });
    return size;
  }

  /** Changes what still waits; what was given up meanwhile stays given up. */
  #change(clientId: string, change: Partial<OutboxItem>): void {
    const item = this.#repository.items.get(clientId);
    if (item) this.#repository.keep({ ...item, ...change });
  }
}
