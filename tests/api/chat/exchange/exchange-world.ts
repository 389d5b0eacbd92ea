import { randomUUID } from 'node:crypto';
import type { ChatMessage, ExchangeContent, ExchangeState } from '#schemas/api/chat.ts';
import type { ExchangeKind, ExchangeStanding } from '#schemas/api/chat-exchange.ts';
import { sendMessage } from '#server/platform/messages/send-queries.ts';
import {
  type Contact,
  type ContactWorld,
  openContactWorld,
  type Person,
} from '#tests/support/contacts/contact-world.ts';
import { made } from '#tests/support/editing.ts';
import { pdfOf } from '#tests/support/files/pdf-file.ts';
import type { Answer } from '#tests/support/app/test-app.ts';
import { multipart, type Signed } from '#tests/support/files/uploading.ts';
import { DAY_MS } from '#shared/time/durations.ts';

export const PDF = pdfOf('示例');

/** An investor whose phone and WeChat are set. */
export type Investor = Person & { readonly phone: string; readonly weixin: string };

/** People who exchange, on top of people who have contacts. */
export interface ExchangeWorld extends Omit<ContactWorld, 'contact'> {
  readonly founder: () => Promise<Contact>;
  readonly investor: () => Promise<Investor>;
  /** A founder and an investor who have both written. */
  readonly talking: () => Promise<{ founder: Contact; investor: Investor }>;
  /** One message of a person, as the conversation's own function stores it. */
  readonly say: (from: Person, to: Person) => Promise<void>;
  readonly block: (who: Person, whom: Person, blocked?: boolean) => Promise<void>;
  readonly expose: (who: Person, exposed: { phone?: boolean; weixin?: boolean }) => Promise<void>;
  /** A private document that a user uploads, as a file of its address. */
  readonly upload: (owner: Person, bytes: Buffer) => Promise<string>;
  /** A private plan in the own files of a founder; gives its address. */
  readonly plan: (owner: Contact, ccid?: string) => Promise<string>;
}

interface Requested {
  readonly message: ChatMessage;
  readonly exchangeId: string;
}
interface Answered {
  readonly state: ExchangeState;
  readonly messages: ChatMessage[];
}
interface Values {
  readonly kind: ExchangeKind;
  readonly state: ExchangeState;
  readonly mine: string | null;
  readonly theirs: string | null;
  readonly name: string;
}

export const ask = (
  who: Person,
  whom: Person,
  type: ExchangeKind,
  clientId: string = randomUUID(),
): Promise<Answer<Requested>> => who.send('POST', '/api/rong/requestContact', { uid: whom.uid, type, clientId });
export const answer = (who: Person, id: string, action: 0 | 1, ccid?: string): Promise<Answer<Answered>> =>
  who.send('POST', '/api/rong/exchageContent', { id, action, ...(ccid !== undefined && { ccid }) });
export const values = (who: Pick<Person, 'send'>, id: string): Promise<Answer<Values>> =>
  who.send('GET', `/mobi-investor/sixin/v3/${id}/exchageContent`);
export const standing = async (who: Person, whom: Person): Promise<ExchangeStanding> =>
  made(await who.send<ExchangeStanding>('GET', `/api/rong/sixin/contactInfo?uid=${whom.uid}`));
export const deliver = (
  who: Person,
  uid: string,
  ccid: string,
  clientId?: string,
): Promise<Answer<{ message: ChatMessage }>> =>
  who.send('POST', `/mobi-investor/sixin/v3/${ccid}/sendCompanyInfo`, {
    uid,
    ccid,
    chatIdentity: 'entrepreneur',
    ...(clientId !== undefined && { clientId }),
  });
export const deliverOnly = (who: Person, uid: string): Promise<Answer<{ message: ChatMessage }>> =>
  who.send('POST', `/mobi-investor/sixin/v3/${uid}/sendBp`, { uid });

/** What the content of an exchange's message says. */
export const contentOf = (message: ChatMessage | undefined): ExchangeContent =>
  JSON.parse(message?.content ?? '{}') as ExchangeContent;

/** Opens the app with people who exchange, at an instant that a test may move. */
export async function openExchangeWorld(): Promise<ExchangeWorld> {
  const { contact, ...world } = await openContactWorld();
  const { db } = world.test.services.database;
  let count = 0;

  async function investor(): Promise<Investor> {
    count += 1;
    const number = String(count).padStart(3, '0');
    const phone = `+8619900001${number}`;
    const weixin = `jingtu-investor-${number}`;
    const person = await world.person(['ORG_INVESTOR'], { phone });
    made(await person.send('POST', '/api/rong/sixin/settings', { weixin, exposePhone: true, exposeWeixin: true }));
    return { ...person, phone, weixin };
  }

  async function say(from: Person, to: Person): Promise<void> {
    const at = world.test.services.now();
    await sendMessage(db, {
      senderId: from.uid,
      peerId: to.uid,
      clientId: randomUUID(),
      type: 0,
      body: '您好',
      at,
      opening: { day: at.toISOString().slice(0, 10), limit: 100 },
    });
  }

  /** Uploads a private document as its owner; gives its address. */
  async function uploaded(owner: Person, bytes: Buffer): Promise<string> {
    const expiration = world.test.services.now().getTime() + 365 * DAY_MS;
    const param = { bucket: 'private', expiration, 'save-key': '/{year}/{random32}{.suffix}' };
    const policy = { param: JSON.stringify(param), type: 'file' };
    const signed = made(await owner.send<Signed>('POST', '/mobi-investor/upload/form-api', policy));
    const { payload, headers } = multipart([
      { name: 'signature', value: signed.signature },
      { name: 'policy', value: signed.policy },
      { name: 'file', value: bytes, fileName: '商业计划书.pdf' },
    ]);
    const reply = await world.test.app.inject({
      method: 'POST',
      url: '/mobi-investor/upload',
      headers: { ...headers, cookie: owner.cookie },
      payload,
    });
    return reply.json<{ data: { url: string } }>().data.url;
  }

  return {
    ...world,
    founder: () => contact(),
    investor,
    talking: async () => {
      const people = { founder: await contact(), investor: await investor() };
      await say(people.investor, people.founder);
      await say(people.founder, people.investor);
      return people;
    },
    say,
    block: async (who, whom, blocked = true) => {
      const body = { uid: whom.uid, type: 'SCREEN', action: blocked ? 1 : 0 };
      made(await who.send('POST', '/api/rong/noDdisturbing', body));
    },
    expose: async (who, { phone = true, weixin = true }) => {
      made(await who.send('POST', '/api/rong/sixin/settings', { exposePhone: phone, exposeWeixin: weixin }));
    },
    upload: uploaded,
    plan: async (owner, ccid = owner.companyId) => {
      const url = await uploaded(owner, PDF);
      made(await owner.send('POST', '/api/rong/company/edit', { ccid, bp: { url, name: '商业计划书.pdf' } }));
      return url;
    },
  };
}
