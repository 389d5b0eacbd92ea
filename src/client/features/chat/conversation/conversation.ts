import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { ChatMessage, ChatUser } from '#schemas/api/chat.ts';
import { MAX_PAGE_SIZE } from '#schemas/generated/api/chat.ts';
import type { Api } from '#client/lib/api.ts';
import { askPage, type DialogPage } from './dialog-pages.ts';
import { MessageWindow, MOST_KEPT } from './message-window.ts';
import { SingleFlight } from '#client/features/chat/base/single-flight.ts';

/** What may bring messages: a page, the reply to a deed, a hint. What is absent it does not know. */
export interface ConversationNews extends Partial<Omit<DialogPage, 'list'>> {
  readonly list: readonly ChatMessage[];
}

/** Enough to fill the panel of a large screen. */
const FIRST_PAGE = 30;

/**
 * What is known of one conversation. All that brings messages ends in `receive`; what is missing between them is fetched,
 * so that in the end the list is the server's, whatever came late, twice, out of order or not at all.
 */
export class Conversation {
  rows: readonly ChatMessage[] = [];
  /** Stored messages beyond a gap that is being fetched: one's own, which must not vanish meanwhile. */
  ahead: readonly ChatMessage[] = [];
  isLoaded = false;
  /** Newer messages were let go, or not taken, because no more may be kept. */
  isDetached = false;
  /** Is the end of the list on screen? Decides which end goes when there are too many. */
  isAtBottom = true;
  total = 0;
  readSeq = 0;
  peerReadSeq = 0;
  /** Highest sequence number that the server is known to have. */
  lastKnown = 0;
  readonly #api: Api;
  readonly #uid: string;
  readonly #stored: (own: readonly ChatMessage[]) => void;
  readonly #window = new MessageWindow();
  readonly #missing = new SingleFlight(() => this.#fetchMissing());
  #changeRev = 0;
  #isClosed = false;

  /** @param stored hears of one's own messages that the server has. */
  constructor(api: Api, uid: string, stored: (own: readonly ChatMessage[]) => void) {
    this.#api = api;
    this.#uid = uid;
    this.#stored = stored;
    makeAutoObservable(this, { rows: observableRef, ahead: observableRef }, { autoBind: true });
  }

  /** Loads the latest page. Throws what the call throws. */
  async load(): Promise<void> {
    const page = await this.#ask({ pageSize: FIRST_PAGE });
    if (!this.#isClosed) runInAction(() => this.#restart(page));
  }

  async loadOlder(): Promise<void> {
    const { first } = this.#window;
    if (first <= 1) return;
    const page = await this.#ask({ lastId: String(first), flip_type: 1, pageSize: FIRST_PAGE });
    if (this.#isClosed) return;
    runInAction(() => this.#take(page, 'oldest'));
    this.#fillGap();
  }

  /** Loads the page around a message, where it is not at hand. Throws what the call throws. */
  async loadAround(seq: number): Promise<void> {
    if (this.#window.at(seq)) return;
    const page = await this.#ask({ lastId: String(seq + FIRST_PAGE / 2), flip_type: 1, pageSize: FIRST_PAGE });
    if (this.#isClosed) return;
    runInAction(() => {
      this.#window.replace(page.list, page.changeRev);
      this.isLoaded = true;
      this.isAtBottom = false;
      this.#take(page, 'oldest');
      this.isDetached = this.#window.last < this.lastKnown;
    });
  }

  /** Fetches what is missing at the end; resolves when it is there or cannot be had. */
  async catchUp(): Promise<void> {
    if (this.isLoaded) await this.#missing.run();
  }

  /** Takes messages from wherever they come. */
  receive(news: ConversationNews): void {
    if (!this.isLoaded || this.#isClosed) return;
    this.#take(news, this.isAtBottom ? 'newest' : 'oldest');
    this.#fillGap();
  }

  /** A message came with a hint that follows on all that is known: it is taken where it joins on, else fetched. */
  receivePushed(message: ChatMessage): void {
    if (!this.isLoaded) return;
    if (message.seq === this.#window.last + 1) this.receive({ list: [message] });
    else this.#hearOf(message.seq, 0);
  }

  /** What the list says about the conversation. */
  receiveRow({ lastSeq, changeRev, readSeq, peerReadSeq }: ChatUser): void {
    this.readSeq = Math.max(this.readSeq, readSeq);
    this.peerReadSeq = Math.max(this.peerReadSeq, peerReadSeq);
    this.total = Math.max(this.total, lastSeq);
    if (this.isLoaded) this.#hearOf(lastSeq, changeRev);
  }

  /** Lets go of everything; answers that are under way are passed over. */
  close(): void {
    this.#isClosed = true;
    this.isLoaded = false;
    this.#window.clear();
    this.rows = [];
    this.ahead = [];
  }

  #hearOf(seq: number, changeRev: number): void {
    this.lastKnown = Math.max(this.lastKnown, seq);
    if (changeRev > this.#changeRev) void this.catchUp();
    else this.#fillGap();
  }

  #fillGap(): void {
    const isWanted = !this.isDetached || this.isAtBottom;
    if (isWanted && this.lastKnown > this.#window.last) void this.catchUp();
  }

  async #fetchMissing(): Promise<void> {
    try {
      let last: number;
      do {
        ({ last } = this.#window);
        if (last === 0 || (this.isAtBottom && this.lastKnown - last > MOST_KEPT)) {
          await this.load();
          return;
        }
        const page = await this.#ask({ lastId: String(last), flip_type: 0, pageSize: MAX_PAGE_SIZE });
        if (this.#isClosed) return;
        runInAction(() => this.#take(page, this.isAtBottom ? 'newest' : 'oldest'));
      } while (this.#window.last > last && this.lastKnown > this.#window.last && !this.isDetached);
    } catch {
      // The next look at the list says again that something is missing.
    }
  }

  #ask(query: Parameters<typeof askPage>[2]): Promise<DialogPage> {
    // Every answer brings what changed meanwhile, so that the cursor may follow each of them.
    const changedSince = this.isLoaded ? { changedSince: this.#changeRev } : {};
    return askPage(this.#api, this.#uid, { ...query, ...changedSince });
  }

  /** Shows the latest page: joined to what is there where it joins on, in its place where it does not. */
  #restart(page: DialogPage): void {
    const [first] = page.list;
    const joinsOn = first !== undefined && this.#window.last > 0 && first.seq <= this.#window.last + 1;
    const isOlder = (page.list.at(-1)?.seq ?? 0) < this.#window.last;
    if (!joinsOn && !isOlder) this.#window.replace(page.list, page.changeRev);
    this.isLoaded = true;
    this.#take(page, 'newest');
  }

  #take({ list, changed = [], changeRev, ...counts }: ConversationNews, keep: 'newest' | 'oldest'): void {
    const window = this.#window;
    const own = [...list, ...changed].filter(({ sent }) => sent);
    window.take(list, changeRev, keep);
    window.take(
      changed.filter(({ seq }) => window.at(seq)),
      changeRev,
      keep,
    );
    const ahead = [...this.ahead, ...own.filter(({ seq }) => !this.isDetached && seq > window.last)];
    window.take(ahead, undefined, keep);
    this.ahead = [...new Map(ahead.map((message) => [message.seq, message])).values()]
      .filter(({ seq }) => seq > window.last)
      .toSorted((left, right) => left.seq - right.seq);
    this.rows = window.messages;
    this.lastKnown = Math.max(this.lastKnown, window.last, ...list.map(({ seq }) => seq));
    if (window.last >= this.lastKnown) this.isDetached = false;
    else if (window.size >= MOST_KEPT && keep === 'oldest') this.isDetached = true;
    this.#changeRev = Math.max(this.#changeRev, changeRev ?? 0);
    this.total = Math.max(this.total, counts.total ?? 0, this.lastKnown);
    this.readSeq = Math.max(this.readSeq, counts.readSeq ?? 0);
    this.peerReadSeq = Math.max(this.peerReadSeq, counts.peerReadSeq ?? 0);
    this.#stored(own);
  }
}
