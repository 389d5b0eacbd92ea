import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { ChatMessage } from '#schemas/api/chat.ts';
import type { FeedType } from '#schemas/api/notices.ts';
import { SYSTEM_TYPES } from '#schemas/generated/api/notices.ts';
import type { StreamEvent } from '#client/lib/events.ts';
import type { ChatDeps } from './chat-deps.ts';
import type { DialogStore } from '#client/features/chat/conversation/dialog-store.ts';
import { ExchangeStore } from '#client/features/chat/exchange/exchange-store.ts';
import { HeaderStore } from '#client/features/chat/exchange/header-store.ts';
import { InmailStore } from '#client/features/chat/conversations/inmail-store.ts';
import { InterestedStore } from '#client/features/chat/feeds/interested-store.ts';
import { buildPerson, type Person } from './person.ts';
import { DoNotDisturbStore } from '#client/features/chat/conversations/do-not-disturb-store.ts';
import { CHAT_TAB, type Selected } from './selected.ts';
import { ChatSearchStore } from '#client/features/chat/conversations/chat-search-store.ts';
import { SystemsStore } from '#client/features/chat/feeds/systems-store.ts';
import { Throttle } from '#client/features/chat/base/throttle.ts';

/** SPEC §9: between two choices, and how long the spinner stays at least. */
const CHOICE_MS = 300;
const SPINNER_MS = 1_000;

/** The whole room: which side shows what, and the stores behind it. `start` and `stop` follow the session. */
export class RoomStore {
  isOpen = false;
  /** `init` until the first answer about the list has come. */
  listState: 'init' | 'empty' | 'exist' = 'init';
  /** The list state has been known for a second: the spinner ends. */
  isReady = false;
  selected: Selected | undefined;
  /** 'chat', or the ccid of a company. */
  tab: string = CHAT_TAB;
  /** What a narrow screen shows: the list, or what was chosen. */
  side: 'list' | 'chosen' = 'list';
  /** Who the selected person is, and what can be exchanged with them. */
  header: HeaderStore | undefined;
  exchange: ExchangeStore | undefined;
  readonly list: InmailStore;
  readonly interested: InterestedStore;
  readonly systems: SystemsStore;
  readonly doNotDisturb: DoNotDisturbStore;
  readonly search: ChatSearchStore;
  person: Person | undefined;
  readonly #parts: ChatDeps;
  readonly #choices: Throttle;
  #cancelSpinner: () => void = () => undefined;
  #stopHearing: () => void = () => undefined;
  /** The revision of the list after the last message that was taken from a hint. */
  #pushedRev = -1n;

  constructor(parts: ChatDeps) {
    this.#parts = parts;
    const { api, clock } = parts;
    this.list = new InmailStore({ api, clock, synced: () => this.receiveList() });
    this.interested = new InterestedStore(api);
    this.systems = new SystemsStore(api, () => parts.unreadChanged?.());
    this.doNotDisturb = new DoNotDisturbStore(api);
    this.search = new ChatSearchStore(api, clock);
    this.#choices = new Throttle(clock, CHOICE_MS);
    makeAutoObservable(
      this,
      {
        list: false,
        interested: false,
        systems: false,
        doNotDisturb: false,
        search: false,
        exchangeWith: false,
        draftOf: false,
        selected: observableRef,
        header: observableRef,
        exchange: observableRef,
        person: observableRef,
      },
      { autoBind: true },
    );
  }

  /** Neither people nor the interested view nor the assistant: the room is empty. */
  get hasNothing(): boolean {
    return this.listState === 'empty' && !this.interested.summary && !this.systems.summary(SYSTEM_TYPES.helper);
  }

  /** The conversation with the selected person. */
  get dialog(): DialogStore | undefined {
    return this.selected?.kind === 'user' ? this.person?.dialogs.get(this.selected.uid) : undefined;
  }

  /** Exchanges with a contact who is not selected, e.g. on a row of the interested view. The caller keeps it. */
  exchangeWith(uid: string): ExchangeStore {
    return this.header?.uid === uid && this.exchange ? this.exchange : this.#exchangeOf(this.#headerOf(uid, undefined));
  }

  /** The text that was typed to a contact and not sent; '' for nothing. */
  draftOf(uid: string): string {
    return this.person?.drafts.read(uid) ?? '';
  }

  /** A user signed in: sending of what waits continues, whether the room is open or not. */
  start(uid: string): void {
    if (this.person?.uid === uid) return;
    this.stop();
    const { events, unreadChanged } = this.#parts;
    const person = buildPerson(this.#parts, uid, {
      isLive: () => this.isOpen,
      marked: (of, unread, readSeq) => {
        this.list.receiveMark(of, unread, readSeq);
        unreadChanged?.();
      },
    });
    this.person = person;
    this.#stopHearing = events.subscribe((event) => this.receive(event));
    void person.outbox.start();
  }

  /** The session ended: nothing of that person is left but what waits to be sent, which only they will see again. */
  stop(): void {
    this.close();
    this.#stopHearing();
    this.person?.outbox.stop();
    this.person?.drafts.clear();
    this.doNotDisturb.forget();
    this.person = undefined;
  }

  /** Opens the room, with the contact that a page names. */
  open(target?: Selected): void {
    if (!this.isOpen) {
      this.isOpen = true;
      this.list.open();
      this.#loadAround();
    }
    if (target) this.#select(target);
  }

  /** Asks again for the list that could not be loaded. */
  retry(): void {
    void this.list.retry();
  }

  /** Closes and forgets all that was loaded. */
  close(): void {
    if (!this.isOpen) return;
    // What was read is reported while the room still counts as open.
    this.person?.dialogs.close();
    this.isOpen = false;
    this.#cancelSpinner();
    this.#choices.cancel();
    this.list.close();
    this.interested.close();
    this.systems.close();
    this.search.clear();
    this.#pushedRev = -1n;
    this.listState = 'init';
    this.isReady = false;
    this.selected = undefined;
    this.header = undefined;
    this.exchange = undefined;
    this.tab = CHAT_TAB;
    this.side = 'list';
  }

  /** A person was chosen. Of several choices within 300 ms the first and the last count. */
  selectUser(uid: string, ccid?: string): void {
    this.#choices.firstAndLast(() => this.#select({ kind: 'user', uid, ...(ccid !== undefined && { ccid }) }));
  }

  /** A message that was found: its conversation opens at its place. */
  selectMessage(uid: string, seq: number): void {
    this.#choices.cancel();
    this.#select({ kind: 'user', uid });
    void this.dialog?.reveal(seq);
  }

  selectInterested(): void {
    this.#choices.cancel();
    this.#select({ kind: 'interested' });
  }

  selectSystem(type: FeedType): void {
    this.#choices.cancel();
    this.#select({ kind: 'system', type });
  }

  showTab(tab: string): void {
    this.tab = tab;
  }

  /** On a narrow screen: from what was chosen back to the list. */
  back(): void {
    this.side = 'list';
  }

  /** The list is up to date: conversations catch up with it. */
  receiveList(): void {
    if (!this.isOpen) return;
    for (const dialog of this.person?.dialogs.all ?? []) {
      const row = this.list.user(dialog.uid);
      if (row) dialog.receiveRow(row);
    }
    if (this.listState === 'init') {
      // The server could not be reached before: what else was asked for then has to be asked for again.
      if (this.list.wasAway) this.#loadAround();
      this.#cancelSpinner = this.#parts.clock.after(SPINNER_MS, () => runInAction(() => (this.isReady = true)));
    }
    this.listState = this.list.users.length > 0 ? 'exist' : 'empty';
    this.#choose();
  }

  /** A hint. A message that comes along is taken when nothing on the list is missing before it. */
  receive(event: StreamEvent): void {
    // The server can be reached again: what waits for it need not wait longer.
    if (event.type === 'stream.opened') this.person?.outbox.flushNow();
    if (!this.isOpen) return;
    if (event.type === 'chat.changed') this.#receivePushed(event);
    this.list.receiveHint(event);
    if (event.type === 'notice.changed' || event.type === 'stream.opened') void this.systems.refresh();
    if (event.type === 'stream.opened') void this.interested.loadSummary();
  }

  #receivePushed({ rev, uid, message }: Extract<StreamEvent, { readonly type: 'chat.changed' }>): void {
    const listRev = this.list.rev;
    if (listRev === undefined || !message || uid === undefined) return;
    const known = listRev > this.#pushedRev ? listRev : this.#pushedRev;
    if (BigInt(rev) !== known + 1n) return;
    this.#pushedRev = BigInt(rev);
    this.person?.dialogs.get(uid)?.receivePushed(message);
  }

  /** Loads the entries beside the contacts, then chooses among it. */
  #loadAround(): void {
    void this.doNotDisturb.load();
    void Promise.all([this.interested.loadSummary(), this.systems.load()]).then(() => this.#choose());
  }

  /** Without people something else is shown: the interested view, else the assistant (SPEC §4). */
  #choose(): void {
    const { interested, systems, listState } = this;
    if (!this.isOpen || this.selected || listState !== 'empty') return;
    if (interested.summary === undefined || systems.summaries === undefined) return;
    if (interested.summary) this.#show({ kind: 'interested' });
    else if (systems.summary(SYSTEM_TYPES.helper)) this.#show({ kind: 'system', type: SYSTEM_TYPES.helper });
  }

  #select(selected: Selected): void {
    if (!this.isOpen) return;
    this.#show(selected);
    this.side = 'chosen';
  }

  #show(selected: Selected): void {
    runInAction(() => {
      this.selected = selected;
      this.tab = CHAT_TAB;
      this.header = selected.kind === 'user' ? this.#headerOf(selected.uid, selected.ccid) : undefined;
      this.exchange = this.header && this.#exchangeOf(this.header);
    });
    if (selected.kind !== 'user') return;
    void this.header?.reload();
    const dialog = this.person?.dialogs.open(selected.uid);
    const row = this.list.user(selected.uid);
    if (row) dialog?.receiveRow(row);
    void dialog?.load();
  }

  #headerOf(uid: string, ccid: string | undefined): HeaderStore {
    return new HeaderStore(this.#parts.api, uid, ccid, (of, eligibility) =>
      this.interested.receiveEligibility(of, eligibility),
    );
  }

  #exchangeOf(header: HeaderStore): ExchangeStore {
    const { api, host, roles } = this.#parts;
    const received = (uid: string, list: readonly ChatMessage[]) => this.person?.dialogs.get(uid)?.receive({ list });
    return new ExchangeStore({ api, newKey: host.newKey, roles, header, received });
  }
}
