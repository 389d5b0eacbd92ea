import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { ChatMessage, readDialog, readInmail, readInmailList, sendMessage, syncChat } from '#schemas/api/chat.ts';
import type { ReplyOf } from '#schemas/api/route.ts';
import { createApp } from '#server/app.ts';
import { type Database, openDatabase } from '#server/db/database.ts';
import { shippedObjects, shippedOptionSets } from '#server/core/catalog/shipped.ts';
import { openServices, type Services } from '#server/services.ts';
import { fromOwnPage } from '#tests/support/app/from-own-page.ts';
import { browserOf, makeFindable, newAccount, signInBy, type SignedIn } from '#tests/support/account/people.ts';
import { type Answer, openTestApp, TEST_NOW, type TestApp } from '#tests/support/app/test-app.ts';

export type SendReply = ReplyOf<typeof sendMessage>;
export type Dialog = ReplyOf<typeof readDialog>;
export type Inmail = ReplyOf<typeof readInmailList>;
export type Sync = ReplyOf<typeof syncChat>;

interface More {
  readonly clientId?: string;
  readonly type?: number;
  readonly seenSeq?: number;
}

/** A user who writes, by the calls that his screens make. */
export interface Writer extends SignedIn {
  readonly uid: string;
  readonly username: string;
  readonly name: string;
  readonly write: (peer: { uid: string }, content: string, more?: More) => Promise<Answer<SendReply>>;
  /** The same, which must succeed. */
  readonly say: (peer: { uid: string }, content: string, more?: More) => Promise<ChatMessage>;
  readonly dialog: (peer: { uid: string }, query?: string) => Promise<Dialog>;
  readonly list: (query?: string) => Promise<Inmail>;
  readonly sync: (since: string) => Promise<Sync>;
  readonly read: (peer: { uid: string }, seq: number) => Promise<Answer<ReplyOf<typeof readInmail>>>;
  readonly recall: (peer: { uid: string }, seq: number) => Promise<Answer<ChatMessage>>;
  readonly block: (peer: { uid: string }, action: 0 | 1) => Promise<Answer<unknown>>;
  readonly mute: (peer: { uid: string }, action: 0 | 1) => Promise<Answer<unknown>>;
  readonly pin: (peer: { uid: string }, action: 0 | 1) => Promise<Answer<unknown>>;
}

interface Kind {
  readonly vip?: boolean;
  readonly isStranger?: boolean;
}

/** Another process on the same database, as far as the database knows; with the embedded one another app. */
export interface OtherProcess {
  readonly app: FastifyInstance;
  readonly services: Services;
  /** The same person, by the same session, at this process. */
  readonly as: (writer: Writer) => Writer;
  readonly close: () => Promise<void>;
}

export interface ChatWorld {
  readonly test: TestApp;
  readonly now: () => Date;
  /** The instant of the server from now on. */
  readonly setTime: (at: string | Date) => void;
  readonly wait: (milliseconds: number) => void;
  /** A user whom every user finds; a stranger is one to whom nothing leads. */
  readonly person: (roles?: readonly string[], more?: Kind) => Promise<Writer>;
  /** Two who may write to each other. */
  readonly pair: () => Promise<[Writer, Writer]>;
  readonly other: () => Promise<OtherProcess>;
  readonly close: () => Promise<void>;
}

function mustSucceed<T>(answer: Answer<T>): T {
  if (answer.code !== 0) throw new Error(`${answer.code} ${answer.msg}`);
  return answer.data;
}

function writer(browser: SignedIn, { uid, username, name }: { uid: string; username: string; name: string }): Writer {
  const { send } = browser;
  const write: Writer['write'] = (peer, content, { clientId = randomUUID(), type = 0, seenSeq = 0 } = {}) =>
    send('POST', `/api/rong/sixin/${peer.uid}`, { clientId, content, type, seenSeq });
  const get = async <T>(url: string) => mustSucceed(await send<T>('GET', url));
  const mark = (type: 'MSG' | 'SCREEN') => (peer: { uid: string }, action: 0 | 1) =>
    send<unknown>('POST', '/api/rong/noDdisturbing', { uid: peer.uid, type, action });
  return {
    ...browser,
    uid,
    username,
    name,
    write,
    say: async (peer, content, more) => mustSucceed(await write(peer, content, more)).message,
    dialog: (peer, query = '') => get<Dialog>(`/api/rong/sixin/dialog/${peer.uid}?${query}`),
    list: (query = '') => get<Inmail>(`/api/rong/inmailList?${query}`),
    sync: (since) => get<Sync>(`/api/rong/sixin/sync?since=${since}`),
    read: (peer, seq) => send('POST', '/api/rong/readInmail', { uid: peer.uid, seq }),
    recall: (peer, seq) => send('POST', `/api/rong/sixin/${peer.uid}/recall`, { id: String(seq) }),
    block: mark('SCREEN'),
    mute: mark('MSG'),
    pin: (peer, action) => send('POST', '/api/rong/top', { uid: peer.uid, action }),
  };
}

/** Opens the app on a clock of the test's own, beginning at TEST_NOW. */
export async function openChatWorld(): Promise<ChatWorld> {
  let clock = TEST_NOW;
  const now = () => clock;
  const test = await openTestApp(undefined, { now });
  const closing: (() => Promise<unknown>)[] = [];
  let people = 0;

  async function person(roles: readonly string[] = ['ORG_INVESTOR'], more: Kind = {}): Promise<Writer> {
    people += 1;
    const username = `writer-${people}`;
    const name = `示例用户${people}`;
    const uid = await newAccount(test, { username, name, roles: [...roles] });
    const { db } = test.services.database;
    if (!more.isStranger) await makeFindable(test, uid);
    if (more.vip) await db.updateTable('account').set({ vip_type: 3 }).where('id', '=', uid).execute();
    return writer(await signInBy(test, username), { uid, username, name });
  }

  async function other(): Promise<OtherProcess> {
    const { url } = test.store.address;
    const database: Database | undefined = url === undefined ? undefined : await openDatabase({ url, connections: 6 });
    const shipped = { objects: shippedObjects(), optionSets: shippedOptionSets() };
    const services = await openServices(database ?? test.services.database, shipped, now);
    const app = fromOwnPage(await createApp(services, { signInLimit: 1000 }));
    const close = async () => {
      await app.close();
      await database?.close();
    };
    closing.push(close);
    return { app, services, as: (of) => writer(browserOf(app, of.cookie), of), close };
  }

  return {
    test,
    now,
    setTime: (at) => (clock = new Date(at)),
    wait: (milliseconds) => (clock = new Date(clock.getTime() + milliseconds)),
    person,
    pair: async () => [await person(), await person(['START_UP'])],
    other,
    close: async () => {
      for (const close of closing) await close();
      await test.close();
    },
  };
}
