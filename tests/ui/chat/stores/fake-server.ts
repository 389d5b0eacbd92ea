import {
  type ChatMessage,
  type ChatUser,
  MESSAGE_TYPES,
  type MessageType,
  readDialog,
  readInmail,
  readInmailList,
  recallMessage,
  sendMessage,
  setTop,
  switchDisturbing,
  syncChat,
} from '#schemas/api/chat.ts';
import { readInterestedSummary, readMessageHeader, readUserHeader } from '#schemas/api/chat-people.ts';
import { readExchangeStanding } from '#schemas/api/chat-exchange.ts';
import { readSystemSummaries, type SystemSummary } from '#schemas/api/notices.ts';
import { ApiFailure, NO_REPLY_CODE, UNAVAILABLE_MESSAGE } from '#client/lib/api-failure.ts';
import { FakeApi } from '#tests/support/ui/fake-api.ts';

export const ME = '1';
export const PEER = '2';

/** The server did not answer. */
export const noReply = (): ApiFailure => new ApiFailure(NO_REPLY_CODE, 0, UNAVAILABLE_MESSAGE);

/** The helper as the list of system accounts has it. */
export const HELPER: SystemSummary = {
  systemMsgType: 2,
  unreadCount: 1,
  chatUid: 'helper',
  name: '鲸图助手',
  lastChatContent: '欢迎',
  contentType: 0,
  updatedAt: '2026-11-21T08:00:00Z',
};

interface Talk {
  readonly messages: ChatMessage[];
  readonly changes: Map<number, number>;
  changeRev: number;
  readSeq: number;
  peerReadSeq: number;
  rev: number;
  row: Pick<ChatUser, 'top' | 'screen' | 'disturb'>;
}

const START = Date.parse('2026-11-21T08:00:00Z');

/** The server's side of one person's conversations, in memory. */
export class FakeServer {
  rev = 10;
  readonly talks = new Map<string, Talk>();
  readonly api = new FakeApi();
  /** What the list is asked for answers from here; pages are cut to this. */
  pageSize = 100;

  /** What was sent, in order, however often. */
  get sent(): string[] {
    return this.api.callsOf(sendMessage).map((body) => (body as { content: string }).content);
  }

  /** Answers sends with what comes of a function; the message is stored first when it says so. */
  answerSends(answer: (body: { clientId?: string; content: string }) => 'store' | 'storeAndLose' | Error): void {
    this.api.on(sendMessage, ({ params: { uid }, body }) => {
      const come = answer(body);
      if (come instanceof Error) throw come;
      const reply = this.sending(uid, body);
      if (come === 'storeAndLose') throw noReply();
      return reply;
    });
  }

  constructor() {
    this.api
      .on(readInmailList, ({ query: { lastContentDate } }) => {
        const rest = this.users().filter(
          ({ timeStamp }) => lastContentDate === undefined || timeStamp < lastContentDate,
        );
        return { list: rest.slice(0, this.pageSize), hasMore: rest.length > this.pageSize, rev: String(this.rev) };
      })
      .on(syncChat, ({ query: { since } }) => ({
        rev: String(this.rev),
        list: this.users().filter(({ uid }) => this.talk(uid).rev > Number(since)),
        hasMore: false,
      }))
      .on(readDialog, ({ params: { uid }, query }) => this.dialog(uid, query))
      .on(sendMessage, ({ params: { uid }, body }) => this.sending(uid, body))
      .on(recallMessage, ({ params: { uid }, body: { id } }) => this.recall(uid, Number(id)))
      .on(readInmail, ({ body: { uid, seq } }) => {
        const talk = this.talk(uid);
        talk.readSeq = Math.max(talk.readSeq, Math.min(seq ?? talk.messages.length, talk.messages.length));
        this.#tick(talk);
        return { unread: this.unread(uid), readSeq: talk.readSeq, rev: String(this.rev) };
      })
      .on(switchDisturbing, ({ body: { uid, type, action } }) => {
        const talk = this.talk(uid);
        talk.row = { ...talk.row, ...(type === 'MSG' ? { disturb: action === 1 } : { screen: action === 1 }) };
        this.#tick(talk);
        return { [type]: action };
      })
      .on(setTop, ({ body: { uid, action } }) => {
        const talk = this.talk(uid);
        talk.row = { ...talk.row, top: action === 1 };
        this.#tick(talk);
        return { top: action };
      })
      .on(readInterestedSummary, () => null)
      .on(readSystemSummaries, () => ({ list: [] }))
      .on(readMessageHeader, () => ({ hasBp: false, entrepreneur: false, showTips: false }))
      .on(readUserHeader, ({ query: { uid } }) => ({
        uid,
        name: `用户${uid}`,
        avatar: null,
        entityName: null,
        position: null,
        identityRoles: ['ORG_INVESTOR'],
        identity: '投资人',
        intro: '',
        isServiceOrg: false,
        companies: [],
        hasPage: false,
        isGone: false,
      }))
      .on(readExchangeStanding, () => ({
        hasExchangeWeixin: false,
        hasExchangePhone: false,
        hasBp: false,
        bp: null,
        bpName: null,
        pending: [],
        exposure: { phone: { mine: true, theirs: true }, weixin: { mine: true, theirs: true } },
        bothTalked: true,
      }));
  }

  talk(uid: string): Talk {
    const known = this.talks.get(uid);
    if (known) return known;
    const row = { top: false, screen: false, disturb: false };
    const talk: Talk = {
      messages: [],
      changes: new Map(),
      changeRev: 0,
      readSeq: 0,
      peerReadSeq: 0,
      rev: this.rev,
      row,
    };
    this.talks.set(uid, talk);
    return talk;
  }

  /** The other writes. */
  write(uid: string, content: string): ChatMessage {
    return this.#store(uid, { content, type: MESSAGE_TYPES.text, sent: false, clientId: null });
  }

  writeMany(uid: string, count: number): void {
    for (let left = count; left > 0; left -= 1) this.write(uid, `第${this.talk(uid).messages.length + 1}条`);
  }

  recall(uid: string, seq: number): ChatMessage {
    const talk = this.talk(uid);
    const message = { ...(talk.messages[seq - 1] as ChatMessage), beBack: true, content: '' };
    talk.messages[seq - 1] = message;
    talk.changeRev += 1;
    talk.changes.set(seq, talk.changeRev);
    this.#tick(talk);
    return message;
  }

  /** The other has read up to there. */
  peerReads(uid: string, seq: number): void {
    const talk = this.talk(uid);
    talk.peerReadSeq = seq;
    this.#tick(talk);
  }

  unread(uid: string): number {
    const talk = this.talk(uid);
    return talk.messages.filter(({ sent, seq, beBack }) => !sent && !beBack && seq > talk.readSeq).length;
  }

  contents(uid: string): string[] {
    return this.talk(uid).messages.map(({ content }) => content);
  }

  users(): ChatUser[] {
    const users = [...this.talks.keys()]
      .filter((uid) => this.talk(uid).messages.length > 0)
      .map((uid) => this.user(uid));
    const byTime = (left: ChatUser, right: ChatUser) => (left.timeStamp < right.timeStamp ? 1 : -1);
    return users.toSorted((left, right) => Number(right.top) - Number(left.top) || byTime(left, right));
  }

  user(uid: string): ChatUser {
    const talk = this.talk(uid);
    const last = talk.messages.at(-1) as ChatMessage;
    return {
      uid,
      id: uid,
      name: `用户${uid}`,
      avatar: null,
      entityName: null,
      identityRoles: [],
      identity: '',
      intro: '',
      timeStamp: last.timeStamp,
      type: last.type,
      content: last.content,
      sent: last.sent,
      lastChatBeBack: last.beBack,
      ...talk.row,
      unread: this.unread(uid),
      lastSeq: last.seq,
      readSeq: talk.readSeq,
      peerReadSeq: talk.peerReadSeq,
      changeRev: talk.changeRev,
    };
  }

  dialog(uid: string, query: { lastId?: string; flip_type?: 0 | 1; pageSize?: number; changedSince?: number }) {
    const talk = this.talk(uid);
    const { lastId, flip_type: flip, pageSize = 10, changedSince } = query;
    const older = talk.messages.filter(({ seq }) => lastId === undefined || seq < Number(lastId));
    const newer = talk.messages.filter(({ seq }) => seq > Number(lastId));
    const { changeRev, readSeq, peerReadSeq } = talk;
    return {
      list: lastId !== undefined && flip === 0 ? newer.slice(0, pageSize) : older.slice(-pageSize),
      changed: talk.messages.filter(({ seq }) => (talk.changes.get(seq) ?? 0) > (changedSince ?? Infinity)),
      total: talk.messages.length,
      changeRev,
      readSeq,
      peerReadSeq,
    };
  }

  /** Stores what is sent, once. */
  sending = (uid: string, body: { clientId?: string; content: string; type: MessageType; seenSeq?: number }) => {
    const talk = this.talk(uid);
    const { clientId = null, content, type, seenSeq = 0 } = body;
    const known = talk.messages.find((message) => clientId !== null && message.clientId === clientId);
    if (known) return { message: known, duplicate: true, rev: null, tip: null };
    talk.readSeq = Math.max(talk.readSeq, seenSeq);
    const message = this.#store(uid, { content, type, sent: true, clientId });
    return { message, duplicate: false, rev: String(this.rev), tip: null };
  };

  #store(uid: string, parts: Pick<ChatMessage, 'content' | 'type' | 'sent' | 'clientId'>): ChatMessage {
    const talk = this.talk(uid);
    const seq = talk.messages.length + 1;
    this.#tick(talk);
    const message: ChatMessage = {
      ...parts,
      id: String(seq),
      seq,
      timeStamp: new Date(START + this.rev * 1000).toISOString(),
      uid: parts.sent ? ME : uid,
      beBack: false,
    };
    talk.messages.push(message);
    return message;
  }

  #tick(talk: Talk): void {
    this.rev += 1;
    talk.rev = this.rev;
  }
}
