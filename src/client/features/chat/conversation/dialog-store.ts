import { makeAutoObservable, runInAction } from 'mobx';
import type { ChatUser } from '#schemas/api/chat.ts';
import { MAX_TEXT, MESSAGE_TYPES, recallMessage } from '#schemas/generated/api/chat.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure } from '#client/lib/api-failure.ts';
import type { Clock } from '#client/lib/clock.ts';
import type { ChatHost } from '#client/features/chat/base/chat-host.ts';
import { SingleFlight } from '#client/features/chat/base/single-flight.ts';
import { Conversation, type ConversationNews } from './conversation.ts';
import type { Drafts } from '#client/features/chat/outbox/drafts.ts';
import type { Outbox, OutboxDraft } from '#client/features/chat/outbox/outbox.ts';
import { SEND_THROTTLE_MS } from '#client/features/chat/outbox/outbox-lane.ts';
import type { SendReply } from '#client/features/chat/outbox/outbox-tabs.ts';
import { pictureRefusal } from '#client/features/chat/outbox/picture-check.ts';
import { ReadMarks } from './read-marks.ts';
import type { ShownMessage } from '#client/features/chat/messages/shown-message.ts';
import { ShownMessages } from './shown-messages.ts';

export interface DialogDeps {
  readonly api: Api;
  readonly clock: Clock;
  readonly host: Pick<ChatHost, 'isVisible' | 'newKey' | 'previews'>;
  readonly outbox: Outbox;
  readonly drafts: Drafts;
  /** The room is open. */
  readonly isLive: () => boolean;
  /** The server has taken a mark of what was read. */
  readonly marked: (uid: string, unread: number, readSeq: number) => void;
}

/** One conversation, as it is shown and written in. */
export class DialogStore {
  readonly uid: string;
  /** The first page is on its way. */
  isLoading = false;
  isLoadingOlder = false;
  /** What did not work, in words: loading, a recall, a picture that is not taken. */
  failure: string | undefined;
  /** A hint to show after a send. */
  tip: string | undefined;
  /** Number of the message that the list is to lead to. */
  revealed: number | undefined;
  /** Number of the message that the list led to last. */
  found: number | undefined;
  /** What was typed and not sent; kept in the browser. */
  draft: string;
  /** False for a second after each send. What is sent meanwhile waits its turn. */
  canSend = true;
  readonly #parts: DialogDeps;
  readonly #conversation: Conversation;
  readonly #marks: ReadMarks;
  readonly #shown: ShownMessages;
  readonly #loading = new SingleFlight(() => this.#loadFirst());
  /** The newest message when the person left the bottom. */
  bottomSeq = 0;
  #cancelThrottle: () => void = () => undefined;

  constructor(parts: DialogDeps, uid: string) {
    this.#parts = parts;
    this.uid = uid;
    this.draft = parts.drafts.read(uid);
    this.#shown = new ShownMessages(parts.host.previews);
    // What the server has needs not wait any more, however that became known.
    this.#conversation = new Conversation(parts.api, uid, (own) => {
      for (const { clientId } of own) if (clientId !== null) parts.outbox.drop(clientId);
    });
    this.#marks = new ReadMarks({
      api: parts.api,
      clock: parts.clock,
      uid,
      isWorthIt: (seq) => this.#hasUnread(seq),
      marked: ({ unread, readSeq }) => this.#takeMark(unread, readSeq),
    });
    makeAutoObservable(this, { uid: false }, { autoBind: true });
  }

  /** Oldest first; messages that are not stored yet are at the end. */
  get messages(): readonly ShownMessage[] {
    const { rows, ahead, peerReadSeq } = this.#conversation;
    const { outbox } = this.#parts;
    const stored = [...rows, ...ahead].map((message) => this.#shown.stored(message, peerReadSeq));
    const keys = new Set(stored.map(({ key }) => key));
    const waiting = outbox.of(this.uid).filter(({ clientId }) => !keys.has(clientId));
    return [...this.#shown.folded(stored), ...this.#shown.waiting(waiting, outbox.isOnline)];
  }

  /** All messages of the conversation, on the server. */
  get total(): number {
    return this.#conversation.total;
  }

  get isLoaded(): boolean {
    return this.#conversation.isLoaded;
  }

  /** Up to here the server knows it as read. */
  get readSeq(): number {
    return this.#conversation.readSeq;
  }

  get hasOlder(): boolean {
    return (this.#conversation.rows[0]?.seq ?? 1) > 1;
  }

  /** The server has newer messages that are not in `messages`, as many older ones were loaded. */
  get hasNewer(): boolean {
    return this.#conversation.isDetached;
  }

  /** Messages of the other since the person was last at the bottom. */
  get newCount(): number {
    const { rows, isAtBottom, isDetached, lastKnown } = this.#conversation;
    if (isAtBottom) return 0;
    const beyond = isDetached ? lastKnown - Math.max(this.bottomSeq, rows.at(-1)?.seq ?? 0) : 0;
    return rows.filter(({ sent, seq }) => !sent && seq > this.bottomSeq).length + beyond;
  }

  /** Loads the latest page, where it is not there. */
  async load(): Promise<void> {
    if (this.isLoaded) return;
    await this.#loading.run();
  }

  async loadOlder(): Promise<void> {
    if (!this.isLoaded || this.isLoadingOlder) return;
    this.isLoadingOlder = true;
    await this.#tell(() => this.#conversation.loadOlder());
    runInAction(() => (this.isLoadingOlder = false));
  }

  /** Shows the latest page again; does nothing while it is shown. */
  async showLatest(): Promise<void> {
    if (this.hasNewer) await this.#tell(() => this.#conversation.load());
  }

  /** Shows a message by its number, however old it is. */
  async reveal(seq: number): Promise<void> {
    // The latest page, which is on its way, would take the place of this one.
    await this.load();
    await this.#tell(() => this.#conversation.loadAround(seq));
    runInAction(() => (this.revealed = seq));
  }

  /** The message is in view. */
  revealDone(): void {
    this.found = this.revealed;
    this.revealed = undefined;
  }

  /** Is the end of the list on screen? There, newer messages are fetched where there are any. */
  atBottom(isThere: boolean): void {
    const conversation = this.#conversation;
    if (conversation.isAtBottom !== isThere && !isThere) this.bottomSeq = conversation.rows.at(-1)?.seq ?? 0;
    conversation.isAtBottom = isThere;
    if (isThere && conversation.isDetached) void conversation.catchUp();
  }

  /** A message is really on screen. Report it again when the page becomes visible: what a hidden page shows is not seen. */
  seen(seq: number): void {
    const { host, isLive } = this.#parts;
    if (host.isVisible() && isLive()) this.#marks.saw(seq);
  }

  /** Sends a text and empties the draft; false when there is nothing to send, or too much. */
  send(text: string): boolean {
    if (text.trim() === '') return false;
    if ([...text].length > MAX_TEXT) {
      this.failure = `消息最多${MAX_TEXT}个字`;
      return false;
    }
    this.#post({ type: MESSAGE_TYPES.text, content: text });
    this.keepDraft('');
    this.#parts.drafts.flush(this.uid);
    return true;
  }

  /** Sends a picture; false when it is not taken, which `failure` explains. */
  sendPicture(file: File): boolean {
    this.failure = pictureRefusal(file);
    if (this.failure !== undefined) return false;
    this.#post({ type: MESSAGE_TYPES.picture, content: '', picture: { file, name: file.name } });
    return true;
  }

  /** Tries a failed or unconfirmed message again, now. `key` of the bubble. */
  retry(clientId: string): void {
    this.#parts.outbox.retry(clientId);
  }

  /** Gives up a message that is not stored. `key` of the bubble. */
  discard(clientId: string): void {
    this.#parts.outbox.drop(clientId);
  }

  /** Takes a stored message of one's own back; `id` of the message. */
  async recall(id: string): Promise<void> {
    this.failure = undefined;
    await this.#tell(async () => {
      const message = await this.#parts.api.call(recallMessage, { params: { uid: this.uid }, body: { id } });
      this.receive({ list: [message] });
    });
  }

  /** Keeps what is being typed, half a second after the last key. */
  keepDraft(text: string): void {
    this.draft = text;
    this.#parts.drafts.keep(this.uid, text);
  }

  dismissTip(): void {
    this.tip = undefined;
  }

  dismissFailure(): void {
    this.failure = undefined;
  }

  /** Takes messages from wherever they come: pages, replies, other tabs. */
  receive(news: ConversationNews): void {
    this.#conversation.receive(news);
  }

  /** A message of this person was stored, sent by this tab or by another. */
  receiveSent({ message, tip }: SendReply): void {
    this.tip = tip ?? this.tip;
    this.receive({ list: [message] });
  }

  /** A message came with a hint before which nothing is missing. */
  receivePushed(...[message]: Parameters<Conversation['receivePushed']>): void {
    this.#conversation.receivePushed(message);
  }

  /** What the list says about the conversation now. */
  receiveRow(row: ChatUser): void {
    this.#conversation.receiveRow(row);
  }

  /** Reports what was read and keeps the draft; nothing else is left. */
  close(): void {
    this.#cancelThrottle();
    this.#marks.close();
    this.#parts.drafts.flush(this.uid);
    this.#shown.close();
    this.#conversation.close();
  }

  async #loadFirst(): Promise<void> {
    if (this.isLoaded) return;
    runInAction(() => {
      this.isLoading = true;
      this.failure = undefined;
    });
    await this.#tell(() => this.#conversation.load());
    runInAction(() => (this.isLoading = false));
  }

  #post(draft: Pick<OutboxDraft, 'type' | 'content' | 'picture'>): void {
    const { outbox, host, clock } = this.#parts;
    // One's own message is the latest: the list scrolls to its place.
    this.#conversation.isAtBottom = true;
    void this.showLatest();
    outbox.add({ ...draft, uid: this.uid, clientId: host.newKey(), seenSeq: this.#marks.seen });
    this.canSend = false;
    this.#cancelThrottle();
    this.#cancelThrottle = clock.after(SEND_THROTTLE_MS, () => runInAction(() => (this.canSend = true)));
  }

  #hasUnread(seq: number): boolean {
    const { rows, readSeq } = this.#conversation;
    return rows.some((message) => !message.sent && message.seq > readSeq && message.seq <= seq);
  }

  #takeMark(unread: number, readSeq: number): void {
    this.receive({ list: [], readSeq });
    this.#parts.marked(this.uid, unread, readSeq);
  }

  async #tell(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (thrown) {
      runInAction(() => (this.failure = asFailure(thrown).message));
    }
  }
}
